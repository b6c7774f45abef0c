import { parseArgs } from 'node:util'
import { applicationDefault, deleteApp, initializeApp } from 'firebase-admin/app'
import { getAuth, type Auth } from 'firebase-admin/auth'
import { getFirestore, type Firestore } from 'firebase-admin/firestore'
import { loadEnv } from 'vite'
import { PREFERRED_PORTS, PROJECT } from '#local/backend.ts'
import { isUid } from './eraseAccount.ts'

type Operator = {
  readonly projectId: string
  readonly uid: string
  /** The path of the file that the tool reads or writes. Empty if the tool takes no file. */
  readonly file: string
  readonly isLocal: boolean
  readonly yes: boolean
  readonly db: Firestore
  readonly auth: Auth
  readonly end: () => Promise<void>
}

/**
 * Parses the arguments of an operator's tool and connects the tool to the Firebase project of .env. The tool
 * authenticates with `gcloud auth application-default login` or GOOGLE_APPLICATION_CREDENTIALS.
 *   --yes    skips the confirmation
 *   --local  uses the local backend at its default ports, or at FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST
 * Ends the process with usage instructions if the arguments are invalid.
 */
export function setUpOperatorTool(tool: string, takes: readonly ('uid' | 'file')[]): Operator {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, local: { type: 'boolean', default: false } },
  })
  const [uid = '', file = ''] = positionals
  if (!isUid(uid) || positionals.length !== takes.length)
    exitWithError(
      `Usage: npm run ${tool} -- ${takes.map((one) => `<${one}>`).join(' ')}. The uid of an account is in the Firebase console, under Authentication.`,
    )
  const projectId = options.local ? PROJECT : loadEnv('production', process.cwd())['VITE_FIREBASE_PROJECT_ID']
  if (!projectId) exitWithError('Set VITE_FIREBASE_PROJECT_ID in .env, or give --local.')
  if (options.local) {
    process.env['FIRESTORE_EMULATOR_HOST'] ??= `127.0.0.1:${PREFERRED_PORTS.firestore}`
    process.env['FIREBASE_AUTH_EMULATOR_HOST'] ??= `127.0.0.1:${PREFERRED_PORTS.auth}`
  } else if (process.env['FIRESTORE_EMULATOR_HOST'] || process.env['FIREBASE_AUTH_EMULATOR_HOST'])
    exitWithError(
      'The environment names an emulator: unset FIRESTORE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST, or give --local.',
    )
  const app = initializeApp(options.local ? { projectId } : { projectId, credential: applicationDefault() })
  const db = getFirestore(app)
  return {
    projectId,
    uid,
    file,
    isLocal: options.local,
    yes: options.yes,
    db,
    auth: getAuth(app),
    async end() {
      await db.terminate()
      await deleteApp(app)
    },
  }
}

export function exitWithError(message: string): never {
  console.error(message)
  process.exit(1)
}
