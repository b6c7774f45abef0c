import { doc, getDoc, serverTimestamp, setDoc } from 'firebase/firestore'
import { userPath } from '#domain/paths.ts'
import { finishClearing, firestore } from './firestore.ts'
import { frequencyOf } from './profileDocument.ts'

/** The stored frequency, as this device will send it where something waits for the network; undefined for none. */
export async function readFrequency(uid: string): Promise<number | undefined> {
  await finishClearing()
  const profile = await getDoc(doc(firestore(), ...userPath(uid)))
  return frequencyOf(profile.data())
}

/** Resolves when the server has confirmed, which offline is never. */
export function saveFrequency(uid: string, frequency: number): Promise<void> {
  return setDoc(
    doc(firestore(), ...userPath(uid)),
    { operationalFrequency: frequency, lastFrequencyUpdate: serverTimestamp() },
    { merge: true },
  )
}
