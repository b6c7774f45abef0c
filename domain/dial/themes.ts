export type Theme = 'lgs' | 'camo' | 'mgs' | 'desertops' | 'nightops' | 'jungleops' | 'arcticops' | 'urbanops'

/** The default theme (specification §9). */
export const DEFAULT_THEME: Theme = 'lgs'

/** The themes in the order of the interface. Their colors are in `src/styles/themes`. */
export const THEMES: readonly { readonly theme: Theme; readonly name: string; readonly onDial: boolean }[] = [
  { theme: 'lgs', name: 'Terminal Green', onDial: false },
  { theme: 'camo', name: 'Military Style', onDial: false },
  { theme: 'mgs', name: 'Codec', onDial: false },
  { theme: 'desertops', name: 'Desert Ops', onDial: true },
  { theme: 'nightops', name: 'Night Ops', onDial: true },
  { theme: 'jungleops', name: 'Jungle Ops', onDial: true },
  { theme: 'arcticops', name: 'Arctic Ops', onDial: true },
  { theme: 'urbanops', name: 'Urban Ops', onDial: true },
]

export const themeName = (theme: Theme): string => THEMES.find((one) => one.theme === theme)?.name ?? theme

/** Parses a stored theme; undefined for an unknown name. */
export const parseTheme = (stored: string | null): Theme | undefined =>
  THEMES.find(({ theme }) => theme === stored)?.theme

/**
 * Returns whether a theme belongs to no band, so that users select it by hand. Such a theme stays until the user turns
 * the dial. Any other theme follows the dial.
 */
export const isManualTheme = (theme: Theme): boolean => !THEMES.some((one) => one.theme === theme && one.onDial)
