/**
 * What this browser keeps for everybody who uses it, and no other device has: a phone is not as loud as a desk. What a
 * person has on every device is in `settings.ts`.
 */
export type Preferences = {
  readonly soundEnabled: boolean
  /** 0 to 1. */
  readonly soundVolume: number
  /** 0 to 1. */
  readonly radioVolume: number
  readonly bgMusicMuted: boolean
  readonly terminalEffectsEnabled: boolean
  /** Less motion although the system does not ask for it. */
  readonly reducedMotion: boolean
  readonly largerText: boolean
  readonly clockHours: ClockHours
  /** Whether letters and signs are shortcuts outside of text fields. Speech input can press them by mistake. */
  readonly singleKeys: boolean
}

/** How many hours a clock has. */
export type ClockHours = 12 | 24

/** Specification §9; what it does not name changes nothing. */
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

/** Their names are the keys under which the browser keeps them. */
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

/** Reads one stored preference; whatever is not a value of it gives the default. */
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
