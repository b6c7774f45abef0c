import { spawn, type ChildProcess } from 'node:child_process'
import type { BackendPorts } from '#local/backend.ts'

/** The local backend as a process of its own, so that a test can kill it. */
export class BackendProcess {
  readonly #dataFolder: string
  readonly #ports: BackendPorts
  #child: ChildProcess | undefined

  constructor(dataFolder: string, ports: BackendPorts) {
    this.#dataFolder = dataFolder
    this.#ports = ports
  }

  /** Resolves when all of it answers. */
  async start(): Promise<void> {
    const { firestore, auth, functions, radio } = this.#ports
    const args = [
      // Also when whoever runs the tests is killed.
      '--import',
      './local/dieWithParent.mjs',
      'local/main.ts',
      '--backend-only',
      '--data',
      this.#dataFolder,
      '--ports',
      `${firestore},${auth},${functions},${radio}`,
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    this.#child = child
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('The backend is ready.')) resolve()
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code) => reject(new Error(`the backend ended with code ${code}\n${output}`)))
    })
  }

  async stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
}
