import { spawn, type ChildProcess } from 'node:child_process'
import type { BackendPorts } from '#local/backend.ts'

export type BackendProcessOptions = {
  readonly dataFolder: string
  /** The ports of the backend. By default, each server uses its usual port or the next free port. */
  readonly ports?: BackendPorts
  /** Whether the process also serves the app, as `npm start` does. */
  readonly withApp?: boolean
  readonly env?: NodeJS.ProcessEnv
}

/** Runs the local backend in a separate process, which a test can kill. */
export class BackendProcess {
  readonly #options: BackendProcessOptions
  #child: ChildProcess | undefined
  #output = ''

  constructor(options: BackendProcessOptions) {
    this.#options = options
  }

  /** Resolves when all servers respond. */
  async start(): Promise<void> {
    const { dataFolder, ports, withApp = false, env = process.env } = this.#options
    const args = [
      // Ends the backend even when the test runner is killed.
      '--import',
      './local/exitWithParent.mjs',
      'local/main.ts',
      '--data',
      dataFolder,
      ...(withApp ? [] : ['--backend-only']),
      ...(ports ? ['--ports', [ports.firestore, ports.auth, ports.functions, ports.radio].join(',')] : []),
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    this.#child = child
    this.#output = ''
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString()
        if (/^(?:The backend is ready\.|SITREP is ready at .*)$/m.test(this.#output)) resolve()
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code) => reject(new Error(`the backend ended with code ${code}\n${this.#output}`)))
    })
  }

  /** Everything that the backend has printed since its start. */
  get output(): string {
    return this.#output
  }

  /** Returns the address of a server, which the backend prints in a table when it starts. */
  addressOf(part: 'App' | 'Firestore' | 'Auth' | 'Functions' | 'Radio'): string {
    const [, address] = new RegExp(`^ *${part} +(http://\\S+)$`, 'm').exec(this.#output) ?? []
    if (!address) throw new Error(`the backend has not said where ${part} is:\n${this.#output}`)
    return address
  }

  async stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
}
