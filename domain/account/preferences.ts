/**
 * Preferences of this browser, shared by all users of the device and not synced: a phone needs another volume than a
 * desktop. Synced settings of a user are in `settings.ts`.
 */
export type Preferences = {
  readonly soundEnabled: boolean
  /** 0 to 1. */
  readonly soundVolume: number
  /** 0 to 1. */
  readonly radioVolume: number
  readonly bgMusicMuted: boolean
  readonly terminalEffectsEnabled: boolean
  /** Reduces motion even if the system setting does not ask for it. */
  readonly reducedMotion: boolean
  readonly largerText: boolean
  readonly clockHours: ClockHours
  /** Whether single characters are shortcuts outside text fields. Speech input can trigger them by accident. */
  readonly singleKeys: boolean
}

export type ClockHours = 12 | 24

/** Specification §9. Preferences that it does not mention default to no effect. */
export const DEFAULT_PREFERENCES: Preferences = {
  soundEnabled: true,
  soundVolume: 0.5,
  radioVolume: 0.7,
  bgMusicMuted: false,
  terminalEffectsEnabled: true,
  reducedMotion: false,
  largerText: false,
  clockHours: 24,
  singleKeys: true,
}

/** The names are also the localStorage keys. */
export const PREFERENCE_KEYS: readonly (keyof Preferences)[] = [
  'soundEnabled',
  'soundVolume',
  'radioVolume',
  'bgMusicMuted',
  'terminalEffectsEnabled',
  'reducedMotion',
  'largerText',
  'clockHours',
  'singleKeys',
]

/** Parses one stored preference. An invalid value becomes the default. */
export function parsePreference<Key extends keyof Preferences>(key: Key, stored: string | null): Preferences[Key] {
  return PARSERS[key](stored) ?? DEFAULT_PREFERENCES[key]
}

const PARSERS: { readonly [Key in keyof Preferences]: (stored: string | null) => Preferences[Key] | undefined } = {
  soundEnabled: parseBoolean,
  soundVolume: parseFraction,
  radioVolume: parseFraction,
  bgMusicMuted: parseBoolean,
  terminalEffectsEnabled: parseBoolean,
  reducedMotion: parseBoolean,
  largerText: parseBoolean,
  clockHours: (stored) => (stored === '12' ? 12 : stored === '24' ? 24 : undefined),
  singleKeys: parseBoolean,
}

function parseBoolean(stored: string | null): boolean | undefined {
  return stored === 'true' ? true : stored === 'false' ? false : undefined
}

function parseFraction(stored: string | null): number | undefined {
  const number = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return number >= 0 && number <= 1 ? number : undefined
}
