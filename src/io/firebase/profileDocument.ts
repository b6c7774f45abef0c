import * as z from 'zod/mini'
import { DIAL } from '#domain/dial/frequency.ts'
import { parseStoredSettings } from '#domain/account/settings.ts'
import type { Theme } from '#domain/dial/themes.ts'

/** How a person has left their dial, as the account has it. */
export type StoredDial = {
  /** Undefined where they have not moved it. */
  readonly frequency: number | undefined
  /** One that was chosen by hand, or one of the dial for "as the dial stands"; undefined where nobody has chosen. */
  readonly theme?: Theme | undefined
}

const Profile = z.object({ operationalFrequency: z.number().check(z.gte(DIAL.low), z.lte(DIAL.high)) })

/** The frequency of a stored profile; undefined where there is none that the dial has. */
export function frequencyOf(stored: unknown): number | undefined {
  const profile = Profile.safeParse(stored)
  return profile.success ? profile.data.operationalFrequency : undefined
}

/** The theme of stored settings; undefined where there is none. */
export const themeOf = (stored: unknown): Theme | undefined => parseStoredSettings(stored).theme ?? undefined
