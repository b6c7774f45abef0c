import { doc, getDoc, serverTimestamp, setDoc } from 'firebase/firestore'
import { settingsPath, userPath } from '#domain/paths.ts'
import { finishCacheClearing, firestore } from './firestore.ts'
import { frequencyOf, themeOf, type StoredFrequencyAndTheme } from './profileDocument.ts'

/** Reads the frequency and the theme stored in the user's account, including changes that wait for the network. */
export async function readFrequencyAndTheme(uid: string): Promise<StoredFrequencyAndTheme> {
  await finishCacheClearing()
  const [profile, settings] = await Promise.all([
    getDoc(doc(firestore(), ...userPath(uid))),
    getDoc(doc(firestore(), ...settingsPath(uid))),
  ])
  return { frequency: frequencyOf(profile.data()), theme: themeOf(settings.data()) }
}

/**
 * Stores the frequency in the user's profile. Resolves when the server confirms the write; while the device is offline,
 * the promise stays pending.
 */
export function saveFrequency(uid: string, frequency: number): Promise<void> {
  return setDoc(
    doc(firestore(), ...userPath(uid)),
    { operationalFrequency: frequency, lastFrequencyUpdate: serverTimestamp() },
    { merge: true },
  )
}
