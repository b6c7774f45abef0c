import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FolderInUse, lockFolder } from './firestore/core/lock.ts'
import { LOOPBACK } from './loopback.ts'

const LAST = 65_535
const POLL_MS = 100
/**
 * Timeout for a port to become free, in milliseconds. Child processes of a killed process release their ports within
 * some seconds (`exitWithParent.mjs`).
 */
const FREE_TIMEOUT_MS = 20_000
/**
 * The default first port to try. It is below the ephemeral ports, which operating systems assign to outgoing
 * connections and which cannot be reserved.
 */
const FIRST = 20_000
const reserved = new Set<() => void>()

/**
 * Reserves and returns the first free loopback port from `preferred` upwards. A port is free if no server listens on it
 * and no process has reserved it with this function. The port stays reserved until this process ends, so a server can
 * open the port later, even in another process.
 */
export async function reservePort(preferred = FIRST): Promise<number> {
  for (let port = preferred; port <= LAST; port++) {
    const release = lock(port)
    if (!release) continue
    if (await isFree(port)) {
      // Keeps a reference to the lock, because an unreferenced lock is garbage collected and closed.
      reserved.add(release)
      return port
    }
    release()
  }
  throw new Error(`No port from ${preferred} to ${LAST} is free.`)
}

/**
 * Waits until no server listens on a loopback port. After the timeout, throws an Error whose message contains advice.
 */
export async function waitUntilPortIsFree(port: number): Promise<void> {
  const deadline = Date.now() + FREE_TIMEOUT_MS
  while (!(await isFree(port))) {
    if (Date.now() > deadline) throw new Error(`Port ${port} is in use. End what uses it, or choose other --ports.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/**
 * Locks a port, or returns undefined if it is already locked. The operating system releases the lock when this process
 * ends, even if the process is killed.
 */
function lock(port: number): (() => void) | undefined {
  try {
    return lockFolder(path.join(tmpdir(), `sitrep-ports-${process.getuid?.() ?? 'mine'}`, String(port)))
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, LOOPBACK, () => server.close(() => resolve(true)))
  })
}
