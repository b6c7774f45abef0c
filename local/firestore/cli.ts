import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { startFirestore, type FirestoreOptions } from './server.ts'

/*
 * `npm run firestore`: starts the local Firestore without the other servers. Accepts the flags that firebase-tools
 * passes to the official emulator, so that it can replace the official emulator (local/firestore/java).
 *   --host <host>               127.0.0.1, ::1 or localhost (both); default localhost
 *   --port <port>               default 8080
 *   --rules <file>              the security rules, reloaded when the file changes; without rules everything is allowed
 *   --data <folder>             the folder that stores the data; without a folder the data is only in memory
 *   --project_id <project>      the project whose documents an import replaces; default demo-sitrep
 *   --seed_from_export <file>   an export of a local Firestore, imported at start
 * The official emulator's other flags are accepted and ignored.
 */
const IGNORED_FLAGS: readonly string[] = [
  'websocket_port',
  'webchannel_port',
  'database-edition',
  'database-mode',
  'single_project_mode',
  'single_project_mode_error',
  'functions_emulator',
]

const FLAGS = {
  host: { type: 'string', default: 'localhost' },
  port: { type: 'string', default: '8080' },
  rules: { type: 'string' },
  data: { type: 'string' },
  project_id: { type: 'string', default: 'demo-sitrep' },
  seed_from_export: { type: 'string' },
} as const

try {
  const firestore = await startFirestore(options(process.argv.slice(2)))
  console.log(`The local Firestore is ready on port ${firestore.port}.`)
  // Writes the compile cache at the start and not on exit, because the process may be killed.
  flushCompileCache()
  const stop = () => void firestore.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

function options(args: readonly string[]): FirestoreOptions {
  const known = args.filter((_, index) => !isIgnoredFlag(args, index))
  const { values } = parseArgs({ args: [...known], options: FLAGS })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is not a port.`)
  return {
    host: values.host,
    port,
    ...(values.rules === undefined ? {} : { rulesFile: values.rules }),
    ...(values.data === undefined ? {} : { dataFolder: values.data }),
    ...(values.seed_from_export === undefined
      ? {}
      : { seed: { file: values.seed_from_export, project: values.project_id } }),
  }
}

/** Returns whether an argument is an ignored flag of the official emulator or the value of such a flag. */
function isIgnoredFlag(args: readonly string[], index: number): boolean {
  const isOne = (argument = '') => IGNORED_FLAGS.includes(argument.replace(/^--/, '').replace(/=.*/, ''))
  const argument = args[index] ?? ''
  const before = args[index - 1] ?? ''
  if (argument.startsWith('--')) return isOne(argument)
  return before.startsWith('--') && !before.includes('=') && isOne(before)
}
