import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectFirestoreEmulator,
  initializeFirestore,
  setLogLevel,
  terminate,
  type Firestore,
  type FirestoreSettings,
} from 'firebase/firestore'
import { CASES } from './cases.ts'

let clients = 0

/** Runs one case in a new project, with two clients. The promise rejects if an expectation of the case fails. */
export async function runCase(address: string, name: string, settings: FirestoreSettings = {}): Promise<void> {
  setLogLevel('silent')
  const run = CASES[name]
  if (!run) throw new Error(`there is no case "${name}"`)
  const project = `demo-${crypto.randomUUID().slice(0, 8)}`
  const ends: (() => Promise<void>)[] = []
  const open = (own: FirestoreSettings): Firestore => {
    const app = initializeApp({ projectId: project, apiKey: 'local' }, `client-${clients++}`)
    const db = initializeFirestore(app, own)
    const [host = '', port = ''] = address.split(':')
    connectFirestoreEmulator(db, host, Number(port))
    ends.push(async () => {
      await terminate(db)
      await deleteApp(app)
    })
    return db
  }
  const rules = async (body: string): Promise<void> => {
    const content = `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { ${body} } }`
    const response = await fetch(`http://${address}/emulator/v1/projects/${project}:securityRules`, {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
    })
    if (!response.ok) throw new Error(`the rules were rejected: ${await response.text()}`)
  }
  try {
    await run({ db: open(settings), other: open({}), rules })
  } finally {
    for (const end of ends) await end()
  }
}
