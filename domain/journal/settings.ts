import * as z from 'zod/mini'
import type { Operation } from './operations.ts'
import type { StoredSettings } from './syncState.ts'

const SavedSearches = z.object({ savedSearches: z.catch(z.array(z.string()), []) })

/** Returns the searches that the user has saved. */
export const savedSearchesIn = (settings: StoredSettings): readonly string[] =>
  SavedSearches.parse(settings).savedSearches

/** Returns the settings after an operation. An operation on other data returns the same settings. */
export function settingsAfter(settings: StoredSettings, operation: Operation): StoredSettings {
  switch (operation.kind) {
    case 'settings':
      return { ...settings, ...operation.changes }
    case 'saveSearch':
      return { ...settings, savedSearches: [...new Set(savedSearchesIn(settings)).add(operation.text)] }
    case 'unsaveSearch':
      return { ...settings, savedSearches: savedSearchesIn(settings).filter((text) => text !== operation.text) }
    default:
      return settings
  }
}
