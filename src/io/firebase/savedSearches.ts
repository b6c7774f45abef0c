import { arrayRemove, arrayUnion, doc, onSnapshot, serverTimestamp, setDoc } from 'firebase/firestore'
import * as z from 'zod/mini'
import { settingsPath } from '#domain/paths.ts'
import { firestore } from './firestore.ts'

/** The saved searches of a user, shared by all their devices. A write resolves when the server confirms it. */
export type SavedSearchesIo = {
  watch(uid: string, onChange: (searches: readonly string[]) => void): () => void
  add(uid: string, search: string): Promise<void>
  remove(uid: string, search: string): Promise<void>
}

const Settings = z.object({ savedSearches: z.catch(z.array(z.string()), []) })

const settings = (uid: string) => doc(firestore(), ...settingsPath(uid))

const change = (uid: string, savedSearches: unknown): Promise<void> =>
  setDoc(settings(uid), { savedSearches, lastUpdated: serverTimestamp() }, { merge: true })

export const savedSearchesIo: SavedSearchesIo = {
  watch: (uid, onChange) =>
    onSnapshot(
      settings(uid),
      (found) => onChange(Settings.parse(found.data() ?? {}).savedSearches),
      // If the saved searches cannot be read, search works without them.
      () => onChange([]),
    ),
  add: (uid, search) => change(uid, arrayUnion(search)),
  remove: (uid, search) => change(uid, arrayRemove(search)),
}
