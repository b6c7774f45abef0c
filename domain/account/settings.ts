import { DEFAULT_AI_SETTINGS, parseAiSettings, type AiSettings } from './aiSettings.ts'
import { parseThemeStations, THEME_STATIONS, type ThemeStations } from '#domain/radio/stations.ts'
import { parseTheme, type Theme } from '#domain/dial/themes.ts'

/** Settings of a user on all devices, stored in `users/{uid}/private/settings`. */
export type Settings = AiSettings & {
  /**
   * The theme that the user selected, or null. If the theme belongs to a band of the dial, the theme follows the dial.
   * Otherwise, the theme stays until the user turns the dial.
   */
  readonly theme: Theme | null
  readonly themeStations: ThemeStations
}

export const DEFAULT_SETTINGS: Settings = { ...DEFAULT_AI_SETTINGS, theme: null, themeStations: THEME_STATIONS }

/** Parses a stored document. An invalid value becomes that setting's default or is omitted. */
export function parseStoredSettings(stored: unknown): Partial<Settings> {
  if (typeof stored !== 'object' || stored === null) return {}
  const fields = new Map<string, unknown>(Object.entries(stored))
  const ai = Object.entries(parseAiSettings(stored)).filter(([key]) => fields.has(key))
  const theme = fields.get('theme')
  const themeStations = parseThemeStations(fields.get('themeStations'))
  const parsedTheme = typeof theme === 'string' ? parseTheme(theme) : undefined
  return {
    ...Object.fromEntries(ai),
    ...(parsedTheme === undefined ? {} : { theme: parsedTheme }),
    ...(themeStations === undefined ? {} : { themeStations }),
  }
}
