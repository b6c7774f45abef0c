import { doc, getDoc, serverTimestamp, setDoc } from 'firebase/firestore'
import { userPath } from '#domain/paths.ts'
import { finishClearing, firestore } from './firestore.ts'
import { frequencyOf } from './profileDocument.ts'

/** Reads the stored frequency, including a write that waits for the network; undefined if there is none. */
export async function readFrequency(uid: string): Promise<number | undefined> {
  await finishClearing()
  const profile = await getDoc(doc(firestore(), ...userPath(uid)))
  return frequencyOf(profile.data())
}

/** Resolves when the server confirms, offline never. */
export function saveFrequency(uid: string, frequency: number): Promise<void> {
  return setDoc(
    doc(firestore(), ...userPath(uid)),
    { operationalFrequency: frequency, lastFrequencyUpdate: serverTimestamp() },
    { merge: true },
  )
}
