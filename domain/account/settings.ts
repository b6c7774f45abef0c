import { DEFAULT_AI_SETTINGS, parseAiSettings, type AiSettings } from './aiSettings.ts'
import { parseThemeStations, THEME_STATIONS, type ThemeStations } from '#domain/radio/stations.ts'
import { parseTheme, type Theme } from '#domain/dial/themes.ts'

/** What a person has chosen for all their devices, as `users/{uid}/private/settings` has it. */
export type Settings = AiSettings & {
  /** One that was chosen by hand, or one of the dial for "as the dial stands"; null where nobody has chosen. */
  readonly theme: Theme | null
  readonly themeStations: ThemeStations
}

export const DEFAULT_SETTINGS: Settings = { ...DEFAULT_AI_SETTINGS, theme: null, themeStations: THEME_STATIONS }

/** Those that a stored document has; what in it cannot be read is the default of that setting, or left out. */
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
