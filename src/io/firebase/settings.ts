import { doc, onSnapshot, serverTimestamp, setDoc } from 'firebase/firestore'
import { settingsPath } from '#domain/paths.ts'
import type { Settings } from '#domain/account/settings.ts'
import { firestore } from './firestore.ts'

/** What a person has chosen, for all their devices and the functions. */
export type SettingsIo = {
  /** Calls back with what is stored, readable or not; undefined while nothing is. */
  watch(uid: string, onChange: (stored: unknown) => void): () => void
  /** Resolves when the server has confirmed, which offline is never. */
  write(uid: string, changes: Partial<Settings>): Promise<void>
}

const settings = (uid: string) => doc(firestore(), ...settingsPath(uid))

export const settingsIo: SettingsIo = {
  watch: (uid, onChange) =>
    onSnapshot(
      settings(uid),
      (found) => onChange(found.data()),
      // Without them the device's own hold.
      () => {},
    ),
  write: (uid, changes) => setDoc(settings(uid), { ...changes, lastUpdated: serverTimestamp() }, { merge: true }),
}
