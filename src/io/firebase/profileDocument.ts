import * as z from 'zod/mini'
import { DIAL } from '#domain/dial/frequency.ts'
import { parseStoredSettings } from '#domain/account/settings.ts'
import type { Theme } from '#domain/dial/themes.ts'

/** The dial as a user left it, stored in the account. */
export type StoredDial = {
  /** Undefined if the user has not moved the dial. */
  readonly frequency: number | undefined
  /** A theme chosen by hand, or any band's theme for "use the band's theme"; undefined before the first choice. */
  readonly theme?: Theme | undefined
}

const Profile = z.object({ operationalFrequency: z.number().check(z.gte(DIAL.low), z.lte(DIAL.high)) })

/** Returns the frequency of a stored profile, or undefined if it is missing or outside the dial's range. */
export function frequencyOf(stored: unknown): number | undefined {
  const profile = Profile.safeParse(stored)
  return profile.success ? profile.data.operationalFrequency : undefined
}

/** Returns the theme of stored settings, or undefined. */
export const themeOf = (stored: unknown): Theme | undefined => parseStoredSettings(stored).theme ?? undefined
