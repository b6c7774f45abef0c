import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LOOPBACK } from './loopback.ts'

/**
 * One port for each server of the emulators. A server without a configured port would choose a port that another run
 * may use.
 */
export type EmulatorPorts = {
  readonly auth: number
  readonly functions: number
  readonly hub: number
  readonly logging: number
  readonly eventarc: number
  readonly tasks: number
}

export type EmulatorOptions = {
  readonly project: string
  readonly root: string
  /**
   * A folder that no other run uses: firebase-tools reads its configuration from the folder and writes its log there.
   */
  readonly workFolder: string
  readonly ports: EmulatorPorts
  readonly firestorePort: number
  readonly onExit: (message: string) => void
}

export type RunningEmulators = {
  /** Returns the recent output of the emulators. */
  log(): string
  /** Returns why the functions could not be loaded, or undefined. */
  loadError(): string | undefined
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 15_000
const LOG_LINES = 40
/**
 * The folder of the functions' parameters, which no other run uses. The emulator writes parameter values to the folder,
 * and would fail if another run wrote them at the same time.
 */
const PARAMETERS = 'parameters'
/**
 * Timeout for the start of a function's process, in seconds. If the start takes longer, the emulator never answers the
 * call. The default of 30 s is too short for a busy machine.
 */
const PROCESS_START_TIMEOUT_S = 300
/**
 * The number of function calls that run concurrently; further calls are queued. Without this limit, the emulator starts
 * a process of 110 MB for every concurrent call and never ends the process. No function calls another function, so a
 * queued call cannot cause a deadlock.
 */
export const MAX_CONCURRENT_CALLS = 4

/**
 * Returns the command line and the environment that start firebase-tools. The servers of firebase-tools then accept
 * only connections from this machine. Each process of firebase-tools exits when its parent process has ended.
 * @param args the command of `firebase` and its flags
 */
export function firebaseTools(args: readonly string[]): {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
} {
  const beside = (file: string) => pathToFileURL(path.join(import.meta.dirname, file)).href
  const cli = fileURLToPath(import.meta.resolve('firebase-tools/lib/bin/firebase.js'))
  return {
    command: process.execPath,
    args: ['--import', beside('loopbackServers.ts'), cli, ...args],
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${beside('exitWithParent.mjs')}`,
      SITREP_STARTED_BY: String(process.pid),
      NO_UPDATE_NOTIFIER: '1',
      METADATA_SERVER_DETECTION: 'none',
      FUNCTIONS_DISCOVERY_TIMEOUT: String(PROCESS_START_TIMEOUT_S),
      // Lets firebase-tools read the list of functions from a file. By default, firebase-tools gets the list from a
      // server that listens on all addresses of the machine.
      FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
      FUNCTIONS_EMULATOR_PARALLEL: String(MAX_CONCURRENT_CALLS),
    },
  }
}

/**
 * Starts the Auth and Functions emulators of firebase-tools, which need no Java. The emulators exit when this process
 * has ended, even if this process was killed.
 */
export function startEmulators({
  project,
  root,
  workFolder,
  ports,
  firestorePort,
  onExit,
}: EmulatorOptions): RunningEmulators {
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(path.join(workFolder, PARAMETERS), { recursive: true })
  symlinkSync(path.join(root, 'functions'), path.join(workFolder, 'functions'), 'junction')
  for (const file of ['.env', `.env.${project}`, '.env.local']) {
    const given = path.join(root, 'functions', file)
    if (existsSync(given)) cpSync(given, path.join(workFolder, PARAMETERS, file))
  }
  writeFileSync(path.join(workFolder, 'firebase.json'), JSON.stringify(configuration(ports), null, 2))

  const output: string[] = []
  const { command, args, env } = firebaseTools(['emulators:start', '--only', 'auth,functions', '--project', project])
  const child = spawn(command, args, {
    cwd: workFolder,
    // The emulators run in a separate process group, so that Ctrl-C does not reach them directly and `stop` ends them.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, CI: 'true', FIRESTORE_EMULATOR_HOST: `${LOOPBACK}:${firestorePort}` },
  })
  const appendOutput = (chunk: Buffer) => {
    output.push(chunk.toString())
    if (output.length > 200) output.shift()
  }
  child.stdout?.on('data', appendOutput)
  child.stderr?.on('data', appendOutput)
  let stopping = false
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('exit', (code) => {
    if (stopping) return
    // The debug log contains the cause of an internal error, but the output does not.
    const log = path.join(workFolder, 'firebase-debug.log')
    const last = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-LOG_LINES).join('\n') : output.join('')
    onExit(`The Auth and Functions emulators ended with code ${code}. The end of ${log}:\n${last}`)
  })

  return {
    log: () => output.join(''),
    loadError: () => /Failed to load function definition from source: .*/.exec(output.join(''))?.[0],
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

const configuration = (ports: EmulatorPorts) => ({
  functions: [{ source: 'functions', codebase: 'default', configDir: PARAMETERS }],
  emulators: {
    singleProjectMode: true,
    ui: { enabled: false },
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { host: LOOPBACK, port }])),
  },
})
