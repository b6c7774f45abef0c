import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildFunctions, PROJECT } from '#local/backend.ts'
import { firebaseTools } from '#local/emulators.ts'

/*
 * Runs the emulators of firebase-tools with the local Firestore instead of the official Firestore emulator:
 *   npm run emulators                           runs `firebase emulators:start`
 *   npm run emulators -- exec "<command>"       runs `firebase emulators:exec`
 *   npm run emulators:official                  uses the official Firestore emulator, which needs Java and a download
 * Arguments after the command are passed to firebase-tools.
 */
const root = path.resolve(import.meta.dirname, '..')
const java = path.join(root, 'local', 'firestore', 'java')
const given = process.argv.slice(2)
const official = given[0] === 'official'
const [command = 'start', ...args] = official ? given.slice(1) : given

await buildFunctions(root)
const {
  command: node,
  args: flags,
  env,
} = firebaseTools([`emulators:${command}`, '--only', 'auth,functions,firestore', '--project', PROJECT, ...args])
const tools = spawn(node, flags, {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, ...(official ? {} : standIn()) },
})
process.on('SIGINT', () => {})
process.on('SIGTERM', () => tools.kill('SIGTERM'))
tools.on('exit', (code) => process.exit(code ?? 1))

/**
 * Returns environment variables that replace the official Firestore emulator. firebase-tools runs `java -jar <file>`.
 * This PATH contains a program `java` that starts the local Firestore. The JAR file only has to exist.
 */
function standIn(): NodeJS.ProcessEnv {
  return {
    PATH: `${java}${path.delimiter}${process.env['PATH'] ?? ''}`,
    FIRESTORE_EMULATOR_BINARY_PATH: path.join(java, 'java'),
  }
}
