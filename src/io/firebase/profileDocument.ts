import * as z from 'zod/mini'
import { DIAL } from '#domain/dial/frequency.ts'
import { parseStoredSettings } from '#domain/account/settings.ts'
import type { Theme } from '#domain/dial/themes.ts'

/** The frequency and the theme stored in a user's account. */
export type StoredFrequencyAndTheme = {
  /** In megahertz; undefined if the user has never moved the dial. */
  readonly frequency: number | undefined
  /**
   * The theme that the user has chosen; undefined before the first choice. If the chosen theme belongs to a band, every
   * device shows the theme of its own current band.
   */
  readonly theme?: Theme | undefined
}

const Profile = z.object({ operationalFrequency: z.number().check(z.gte(DIAL.low), z.lte(DIAL.high)) })

/** Returns the frequency in a stored profile, or undefined if the frequency is missing or outside the dial's range. */
export function frequencyOf(stored: unknown): number | undefined {
  const profile = Profile.safeParse(stored)
  return profile.success ? profile.data.operationalFrequency : undefined
}

/** Returns the theme in stored settings, or undefined if the user has chosen none. */
export const themeOf = (stored: unknown): Theme | undefined => parseStoredSettings(stored).theme ?? undefined
