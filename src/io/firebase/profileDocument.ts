import * as z from 'zod/mini'
import { DIAL } from '#domain/frequency.ts'

const Profile = z.object({ operationalFrequency: z.number().check(z.gte(DIAL.low), z.lte(DIAL.high)) })

/** The frequency of a stored profile; undefined where there is none that the dial has. */
export function frequencyOf(stored: unknown): number | undefined {
  const profile = Profile.safeParse(stored)
  return profile.success ? profile.data.operationalFrequency : undefined
}
