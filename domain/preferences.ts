/** What is kept in the browser for everybody who uses it. */
export type Preferences = {
  readonly soundEnabled: boolean
  /** 0 to 1. */
  readonly soundVolume: number
  /** 0 to 1. */
  readonly radioVolume: number
  readonly terminalEffectsEnabled: boolean
}

/** Specification §9. */
export const DEFAULT_PREFERENCES: Preferences = {
  soundEnabled: true,
  soundVolume: 0.5,
  radioVolume: 0.7,
  terminalEffectsEnabled: true,
}

/** Reads one stored preference; whatever is not a value of it gives the default. */
export function parsePreference<Key extends keyof Preferences>(key: Key, stored: string | null): Preferences[Key] {
  return PARSERS[key](stored) ?? DEFAULT_PREFERENCES[key]
}

const PARSERS: { readonly [Key in keyof Preferences]: (stored: string | null) => Preferences[Key] | undefined } = {
  soundEnabled: flag,
  soundVolume: share,
  radioVolume: share,
  terminalEffectsEnabled: flag,
}

function flag(stored: string | null): boolean | undefined {
  return stored === 'true' ? true : stored === 'false' ? false : undefined
}

function share(stored: string | null): number | undefined {
  const number = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return number >= 0 && number <= 1 ? number : undefined
}
