import { doc, onSnapshot, serverTimestamp, setDoc } from 'firebase/firestore'
import { settingsPath } from '#domain/paths.ts'
import type { Settings } from '#domain/account/settings.ts'
import { firestore } from './firestore.ts'

/** The client of a user's settings. They apply to all devices of the user and to the Cloud Functions. */
export type SettingsIo = {
  /** Calls `onChange` with the stored settings, or with undefined if there are none. The settings are not validated. */
  watch(uid: string, onChange: (stored: unknown) => void): () => void
  /** Resolves when the server confirms the write; while the device is offline, the promise stays pending. */
  write(uid: string, changes: Partial<Settings>): Promise<void>
}

const settings = (uid: string) => doc(firestore(), ...settingsPath(uid))

export const settingsIo: SettingsIo = {
  watch: (uid, onChange) =>
    onSnapshot(
      settings(uid),
      (found) => onChange(found.data()),
      // If the subscription fails, the settings that are stored on the device stay in use.
      () => {},
    ),
  write: (uid, changes) => setDoc(settings(uid), { ...changes, lastUpdated: serverTimestamp() }, { merge: true }),
}
