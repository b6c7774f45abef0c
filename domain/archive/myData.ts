import { isoDay } from '#domain/clock.ts'

const FORMAT = 'sitrep-account'
const VERSION = 1

/** `sitrep-my-data-2026-11-20.json` */
export const myDataFileName = (now: number): string => `sitrep-my-data-${isoDay(now)}.json`

/** Serializes all data stored about a user as JSON for reading. Unlike an archive, it cannot be imported. */
export const myDataText = (now: number, parts: object): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, saved: new Date(now).toISOString(), ...parts }, null, 2)}\n`
