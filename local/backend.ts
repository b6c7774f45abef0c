import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { accountsFile } from './auth/accounts.ts'
import { startDurableAuth } from './auth/durableAuth.ts'
import { startEmulators } from './emulators.ts'
import { startFirestore } from './firestore/server.ts'
import { LOOPBACK } from './loopback.ts'
import { reservePort, waitUntilPortIsFree } from './ports.ts'
import { startRadio } from './radio/server.ts'

export const PROJECT = 'demo-sitrep'

/** Ports of the backend's servers, all on 127.0.0.1. */
export type BackendPorts = {
  readonly firestore: number
  readonly auth: number
  readonly functions: number
  readonly radio: number
}

export type BackendOptions = {
  readonly root: string
  /** The folder for all data that must survive a restart. */
  readonly dataFolder: string
  /** Ports that the caller has reserved. By default, the backend uses the preferred ports or the next free ports. */
  readonly ports?: BackendPorts
  readonly onFailure: (message: string) => void
}

export type Backend = { readonly ports: BackendPorts; stop(): Promise<void> }

export const PREFERRED_PORTS: BackendPorts = { firestore: 8088, auth: 9099, functions: 5001, radio: 8090 }

/**
 * The first port to try for the emulators' internal servers. It is far from the default ports of firebase-tools,
 * because emulators of other projects use the default ports without checking whether they are free.
 */
const INNER = 19_200

/**
 * A long timeout does not delay an error message: if a server fails, its process ends, which is reported immediately.
 */
const START_TIMEOUT_MS = 300_000
/** Timeout of one request in milliseconds. The emulator never answers a call if the process of the function fails. */
const ANSWER_TIMEOUT_MS = 60_000
const POLL_MS = 150

/** Starts Firestore, Auth, Functions and the radio. Resolves when all of them answer. */
export async function startBackend({ root, dataFolder, ports: given, onFailure }: BackendOptions): Promise<Backend> {
  await buildFunctions(root)
  for (const port of Object.values(given ?? {})) await waitUntilPortIsFree(port)
  const ports: BackendPorts = given ?? {
    firestore: await reservePort(PREFERRED_PORTS.firestore),
    auth: await reservePort(PREFERRED_PORTS.auth),
    functions: await reservePort(PREFERRED_PORTS.functions),
    radio: await reservePort(PREFERRED_PORTS.radio),
  }
  const inner = {
    auth: await reservePort(INNER),
    functions: ports.functions,
    hub: await reservePort(INNER),
    logging: await reservePort(INNER),
    eventarc: await reservePort(INNER),
    tasks: await reservePort(INNER),
  }

  const firestore = await startFirestore({
    port: ports.firestore,
    dataFolder,
    rulesFile: path.join(root, 'firestore.rules'),
  })
  let exitReason: string | undefined
  const workFolder = path.join(dataFolder, 'emulators')
  const emulators = startEmulators({
    project: PROJECT,
    root,
    workFolder,
    ports: inner,
    firestorePort: ports.firestore,
    onExit(message) {
      exitReason = message
      onFailure(message)
    },
  })
  const output = () =>
    `Its last output (all of it: ${path.join(workFolder, 'firebase-debug.log')}):\n${emulators.log()}`
  await waitUntilReady(`http://${LOOPBACK}:${inner.auth}/`, { exitReason: () => exitReason, output })
  const auth = await startDurableAuth({
    port: ports.auth,
    emulatorPort: inner.auth,
    project: PROJECT,
    accounts: accountsFile(dataFolder),
  })
  const radio = await startRadio(ports.radio)
  await waitUntilReady(`http://${LOOPBACK}:${ports.functions}/${PROJECT}/europe-west4/health`, {
    exitReason: () => exitReason ?? emulators.loadError(),
    output,
  })
  await waitUntilReady(`http://${LOOPBACK}:${ports.firestore}/`)

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

export type WaitOptions = {
  /** Returns why the process behind the URL has ended, or undefined while it runs. */
  readonly exitReason?: () => string | undefined
  /** Returns the output of the process behind the URL, for the error message. */
  readonly output?: () => string
  /** Timeout of one request in milliseconds. After this time, the request is repeated. */
  readonly answerTimeout?: number
  /** Timeout of all requests together, in milliseconds. */
  readonly timeout?: number
}

/**
 * Resolves when the URL answers with a success status. Rejects if the process behind the URL ends. Also rejects after
 * the timeout; the error message then contains advice.
 */
export async function waitUntilReady(
  url: string,
  {
    exitReason = () => undefined,
    output = () => '',
    answerTimeout = ANSWER_TIMEOUT_MS,
    timeout = START_TIMEOUT_MS,
  }: WaitOptions = {},
): Promise<void> {
  const deadline = Date.now() + timeout
  let last = ''
  for (;;) {
    const failed = exitReason()
    if (failed) throw new Error(failed)
    try {
      const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(answerTimeout) })
      if (ok) return
      last = `It answers ${status}.`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    if (Date.now() > deadline)
      throw new Error(
        `${url} is not ready after ${timeout / 1000} s. ${last}\n` +
          `The machine may be too busy: end other programs and start again.\n${output()}`,
      )
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * Builds functions/ for the emulator. Replaces the previous build atomically and only if the new build differs, because
 * the emulators of another run may be reading the previous build.
 */
export async function buildFunctions(root: string): Promise<void> {
  const folder = path.join(root, 'functions')
  const built = path.join(folder, 'lib', 'index.js')
  const next = path.join('..', '.local', `functions-${process.pid}.js`)
  const npm = process.env['npm_execpath']
  const args = ['run', '--silent', 'build', '--', `--outfile=${next}`]
  const options = { cwd: folder, stdio: 'inherit' } as const
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`Building functions/ failed with code ${code}.`)
  const before = await readFile(built).catch(() => undefined)
  const file = path.join(folder, next)
  if (before?.equals(await readFile(file))) return rmSync(file)
  mkdirSync(path.dirname(built), { recursive: true })
  renameSync(file, built)
}
