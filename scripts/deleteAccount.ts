import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { applicationDefault, deleteApp, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { getFirestore } from 'firebase-admin/firestore'
import { loadEnv } from 'vite'
import { PREFERRED_PORTS, PROJECT } from '#local/backend.ts'
import { eraseAccount, holdingsOf, identityOf, isUid, SESSIONS_LAST_MS, type Holdings } from './eraseAccount.ts'

/*
 * `npm run delete-account -- <uid>`: erases a person's account, for whoever runs the Firebase project of .env. It asks
 * as the account of `gcloud auth application-default login`, or of GOOGLE_APPLICATION_CREDENTIALS.
 *   --yes    asks nothing
 *   --local  an account of the local backend, whose sessions are not waited for; it finds the backend at its usual
 *            ports, or where FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST say
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { yes: { type: 'boolean', default: false }, local: { type: 'boolean', default: false } },
})
const [uid = ''] = positionals
if (!isUid(uid) || positionals.length !== 1)
  stop(
    'Usage: npm run delete-account -- <uid>. The uid of an account is in the Firebase console, under Authentication.',
  )

const projectId = options.local ? PROJECT : loadEnv('production', process.cwd())['VITE_FIREBASE_PROJECT_ID']
if (!projectId) stop('Set VITE_FIREBASE_PROJECT_ID in .env, or give --local.')
if (options.local) {
  process.env['FIRESTORE_EMULATOR_HOST'] ??= `127.0.0.1:${PREFERRED_PORTS.firestore}`
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] ??= `127.0.0.1:${PREFERRED_PORTS.auth}`
} else if (process.env['FIRESTORE_EMULATOR_HOST'] || process.env['FIREBASE_AUTH_EMULATOR_HOST'])
  stop(
    'The environment names an emulator: unset FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST, or give --local.',
  )

const app = initializeApp(options.local ? { projectId } : { projectId, credential: applicationDefault() })
const db = getFirestore(app)
const auth = getAuth(app)

try {
  const identity = await identityOf(auth, uid)
  console.log(
    `Project ${projectId}, account ${uid}: ${identity ? (identity.email ?? 'without an e-mail') : 'no identity'}`,
  )
  const held = await holdingsOf({ db }, uid)
  print(held)
  if (!identity && Object.values(held).every((count) => count === 0))
    console.log('There is nothing of this account. Either it is erased, or the uid is another.')
  else {
    await confirm()
    const left = await eraseAccount(uid, {
      db,
      auth,
      now: Date.now,
      sessionsLastMs: options.local ? 0 : SESSIONS_LAST_MS,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      say: (line) => console.log(line),
    })
    print(left)
    console.log(`Nothing is left of ${uid}.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('The account is not erased to its end. Mend this and run the same command again: it goes on.')
  process.exitCode = 1
} finally {
  await db.terminate()
  await deleteApp(app)
}

function print(holdings: Holdings): void {
  for (const [place, count] of Object.entries(holdings)) console.log(`${String(count).padStart(7)}  ${place}`)
}

async function confirm(): Promise<void> {
  if (options.yes) return
  if (!process.stdin.isTTY) stop('Nobody can be asked here: give --yes. Nothing was changed.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('This cannot be undone. Type the uid once more to erase it: ')
  terminal.close()
  if (answer !== uid) stop('That is another uid: nothing was changed.')
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
