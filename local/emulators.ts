import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type EmulatorPorts = {
  readonly auth: number
  readonly functions: number
  readonly hub: number
  readonly logging: number
}

export type EmulatorOptions = {
  readonly project: string
  readonly root: string
  /** A folder of its own for this run: firebase-tools reads its configuration and leaves its log there. */
  readonly workFolder: string
  readonly ports: EmulatorPorts
  readonly firestorePort: number
  readonly onExit: (message: string) => void
}

export type RunningEmulators = { stop(): Promise<void> }

const HOST = '127.0.0.1'
const STOP_TIMEOUT_MS = 15_000
const PROCESS_START_TIMEOUT_S = 120

/** Starts firebase-tools' Auth and Functions emulators. They need no Java. They end with this process, killed or not. */
export function startEmulators({
  project,
  root,
  workFolder,
  ports,
  firestorePort,
  onExit,
}: EmulatorOptions): RunningEmulators {
  rmSync(workFolder, { recursive: true, force: true })
  mkdirSync(workFolder, { recursive: true })
  symlinkSync(path.join(root, 'functions'), path.join(workFolder, 'functions'), 'junction')
  writeFileSync(path.join(workFolder, 'firebase.json'), JSON.stringify(configuration(ports), null, 2))

  const cli = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  const guard = path.join(root, 'local', 'dieWithParent.mjs')
  const output: string[] = []
  const child = spawn(
    process.execPath,
    ['--import', guard, cli, 'emulators:start', '--only', 'auth,functions', '--project', project],
    {
      cwd: workFolder,
      // Its own process group: Ctrl-C is handled once, by `stop`.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        CI: 'true',
        NO_UPDATE_NOTIFIER: '1',
        METADATA_SERVER_DETECTION: 'none',
        // A process that takes longer to start than the usual 30 s leaves its caller without an answer for good.
        FUNCTIONS_DISCOVERY_TIMEOUT: String(PROCESS_START_TIMEOUT_S),
        FIRESTORE_EMULATOR_HOST: `${HOST}:${firestorePort}`,
      },
    },
  )
  const remember = (chunk: Buffer) => {
    output.push(chunk.toString())
    if (output.length > 200) output.shift()
  }
  child.stdout?.on('data', remember)
  child.stderr?.on('data', remember)
  let stopping = false
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('exit', (code) => {
    if (!stopping) onExit(`The Auth and Functions emulators ended with code ${code}.\n${output.join('')}`)
  })

  return {
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
  functions: [{ source: 'functions', codebase: 'default' }],
  emulators: {
    singleProjectMode: true,
    ui: { enabled: false },
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { host: HOST, port }])),
  },
})
