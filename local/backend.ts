import { spawn } from 'node:child_process'
import path from 'node:path'
import { accountsFile } from './auth/accounts.ts'
import { startDurableAuth } from './auth/durableAuth.ts'
import { startEmulators } from './emulators.ts'
import { startFirestore } from './firestore/server.ts'
import { freePort } from './ports.ts'
import { startRadio } from './radio/server.ts'

export const PROJECT = 'demo-sitrep'

/** Where the parts of the backend listen, all on 127.0.0.1. */
export type BackendPorts = {
  readonly firestore: number
  readonly auth: number
  readonly functions: number
  readonly radio: number
}

export type BackendOptions = {
  readonly root: string
  /** Holds everything that must survive. */
  readonly dataFolder: string
  readonly preferred: BackendPorts
  readonly onFailure: (message: string) => void
}

export type Backend = { readonly ports: BackendPorts; stop(): Promise<void> }

export const PREFERRED_PORTS: BackendPorts = { firestore: 8088, auth: 9099, functions: 5001, radio: 8090 }

const HOST = '127.0.0.1'
const START_TIMEOUT_MS = 120_000
const POLL_MS = 150

/** Brings up Firestore, Auth, Functions and the radio and returns when all of them answer. A busy port means the next free one. */
export async function startBackend({ root, dataFolder, preferred, onFailure }: BackendOptions): Promise<Backend> {
  const taken = new Set<number>()
  const take = async (port: number) => {
    const found = await freePort(port, taken)
    taken.add(found)
    return found
  }
  await buildFunctions(root)
  const ports: BackendPorts = {
    firestore: await take(preferred.firestore),
    auth: await take(preferred.auth),
    functions: await take(preferred.functions),
    radio: await take(preferred.radio),
  }
  const inner = {
    auth: await take(19_099),
    functions: ports.functions,
    hub: await take(4400),
    logging: await take(4500),
  }

  const firestore = await startFirestore({
    port: ports.firestore,
    dataFolder,
    rulesFile: path.join(root, 'firestore.rules'),
  })
  let failure: string | undefined
  const emulators = startEmulators({
    project: PROJECT,
    root,
    workFolder: path.join(dataFolder, 'emulators'),
    ports: inner,
    firestorePort: ports.firestore,
    onExit(message) {
      failure = message
      onFailure(message)
    },
  })
  await answers(`http://${HOST}:${inner.auth}/`, () => failure)
  const auth = await startDurableAuth({
    port: ports.auth,
    emulatorPort: inner.auth,
    project: PROJECT,
    accounts: accountsFile(dataFolder),
  })
  const radio = await startRadio(ports.radio)
  await answers(`http://${HOST}:${ports.functions}/${PROJECT}/europe-west4/health`, () => failure)
  await answers(`http://${HOST}:${ports.firestore}/`, () => failure)

  return {
    ports,
    async stop() {
      await radio.close()
      await auth.close()
      await emulators.stop()
      await firestore.close()
    },
  }
}

/** Resolves when the address answers 200; rejects when the process behind it has failed, or after two minutes. */
export async function answers(url: string, failure: () => string | undefined): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const failed = failure()
    if (failed) throw new Error(failed)
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    if (Date.now() > deadline) throw new Error(`${url} does not answer.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Builds functions/, which the emulator loads from its build. */
export function buildFunctions(root: string): Promise<void> {
  const cwd = path.join(root, 'functions')
  const npm = process.env['npm_execpath']
  const child = npm
    ? spawn(process.execPath, [npm, 'run', '--silent', 'build'], { cwd, stdio: 'inherit' })
    : spawn('npm', ['run', '--silent', 'build'], { cwd, stdio: 'inherit', shell: true })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Building functions/ failed with code ${code}.`)),
    )
  })
}
