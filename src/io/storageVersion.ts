import * as z from 'zod/mini'
import { SETTINGS_OF, SETTINGS_UNSENT, THEME, THEME_STATIONS, type KeptItems } from './storage.ts'

/** Which form the browser's items are in. Grows when one is kept under another name or in another form. */
const VERSION_KEY = 'keptVersion'
const FIRST_VERSION = 1

/** What brings the items of a version to the next: the first step is from version 1 to 2. */
const STEPS: readonly ((kept: KeptItems) => void)[] = [
  // Theme and stations are among what all devices have: what this browser alone has known of them is still to be sent.
  (kept) => {
    const stored = parseNames(kept.read('aiSettingsUnsent'))
    const known = [THEME, THEME_STATIONS].filter((key) => kept.read(key) !== null)
    kept.write(SETTINGS_UNSENT, JSON.stringify([...stored, ...known]))
    const owner = kept.read('aiSettingsOf')
    if (owner !== null) kept.write(SETTINGS_OF, owner)
    for (const gone of ['aiSettingsUnsent', 'aiSettingsOf']) kept.remove(gone)
  },
]

/**
 * Puts what an older app has kept into the form of this one, once. What a newer one has kept stays as it is, and is read
 * as far as it can be.
 */
export function bringUpToDate(kept: KeptItems): void {
  const version = Math.max(Math.trunc(Number(kept.read(VERSION_KEY))) || 0, FIRST_VERSION)
  const steps = STEPS.slice(version - FIRST_VERSION)
  for (const step of steps) step(kept)
  if (steps.length > 0) kept.write(VERSION_KEY, String(FIRST_VERSION + STEPS.length))
}

/** A stored list of names; anything else is none. */
export function parseNames(text: string | null): ReadonlySet<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(text ?? '[]')))
  } catch {
    return new Set()
  }
}
