import { doc, getDoc, serverTimestamp, setDoc } from 'firebase/firestore'
import { userPath } from '#domain/paths.ts'
import { finishCacheClearing, firestore } from './firestore.ts'
import { frequencyOf } from './profileDocument.ts'

/**
 * Reads the frequency stored in the user's profile, including a change that waits for the network. Resolves with
 * undefined if no frequency is stored.
 */
export async function readFrequency(uid: string): Promise<number | undefined> {
  await finishCacheClearing()
  const profile = await getDoc(doc(firestore(), ...userPath(uid)))
  return frequencyOf(profile.data())
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
