import { doc, onSnapshot, serverTimestamp, setDoc } from 'firebase/firestore'
import { settingsPath } from '#domain/paths.ts'
import type { Settings } from '#domain/account/settings.ts'
import { firestore } from './firestore.ts'

/** The settings of a user, for all their devices and the Cloud Functions. */
export type SettingsIo = {
  /** Calls back with the stored settings, unvalidated; undefined if there are none. */
  watch(uid: string, onChange: (stored: unknown) => void): () => void
  /** Resolves when the server confirms, offline never. */
  write(uid: string, changes: Partial<Settings>): Promise<void>
}

const settings = (uid: string) => doc(firestore(), ...settingsPath(uid))

export const settingsIo: SettingsIo = {
  watch: (uid, onChange) =>
    onSnapshot(
      settings(uid),
      (found) => onChange(found.data()),
      // On an error, the settings stored on the device stay in use.
      () => {},
    ),
  write: (uid, changes) => setDoc(settings(uid), { ...changes, lastUpdated: serverTimestamp() }, { merge: true }),
}
