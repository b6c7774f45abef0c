/**
 * Preferences of this browser. They apply to all users of the device and are not synced, because a phone needs a
 * different volume than a desktop. `settings.ts` has the synced settings of a user.
 */
export type Preferences = {
  readonly soundEnabled: boolean
  /** 0 to 1. */
  readonly soundVolume: number
  /** 0 to 1. */
  readonly radioVolume: number
  readonly bgMusicMuted: boolean
  readonly terminalEffectsEnabled: boolean
  /** Reduces motion even if the setting of the operating system allows motion. */
  readonly reducedMotion: boolean
  readonly largerText: boolean
  readonly clockHours: ClockHours
  /** Whether single characters are shortcuts outside text fields. Speech input can trigger them by accident. */
  readonly singleKeys: boolean
  /** Whether View Logs has opened the list of entries. */
  readonly logsShown: boolean
  /** Whether the codec keeps its full height while the list is shown. */
  readonly codecPinned: boolean
}

export type ClockHours = 12 | 24

/**
 * The default preferences (specification §9). A preference that the specification does not mention has no effect by
 * default.
 */
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
  logsShown: false,
  codecPinned: false,
}

/** The names of the preferences, which are also their keys in localStorage. */
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
  'logsShown',
  'codecPinned',
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
  logsShown: parseBoolean,
  codecPinned: parseBoolean,
}

function parseBoolean(stored: string | null): boolean | undefined {
  return stored === 'true' ? true : stored === 'false' ? false : undefined
}

function parseFraction(stored: string | null): number | undefined {
  const number = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return number >= 0 && number <= 1 ? number : undefined
}
