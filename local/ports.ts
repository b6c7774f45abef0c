import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FolderInUse, lockFolder } from './firestore/core/lock.ts'
import { LOOPBACK } from './loopback.ts'

const LAST = 65_535
const POLL_MS = 100
/** A start that was killed lets go of its ports within some seconds (`exitWithParent.mjs`). */
const FREE_TIMEOUT_MS = 20_000
/** Below the ports that systems give to outgoing connections, which nothing can reserve. */
const FIRST = 20_000
const reserved = new Set<() => void>()

/**
 * The first port of loopback, from `preferred` upwards, that nothing listens on and no other process has reserved here.
 * It stays reserved until this process ends, so a server may open it much later, and in another process.
 */
export async function reservePort(preferred = FIRST): Promise<number> {
  for (let port = preferred; port <= LAST; port++) {
    const release = lock(port)
    if (!release) continue
    if (await isFree(port)) {
      // Held on to, because a lock that nothing refers to is closed.
      reserved.add(release)
      return port
    }
    release()
  }
  throw new Error(`No port from ${preferred} to ${LAST} is free.`)
}

/** Waits until nothing listens on a port of loopback. Throws an Error that says what to do when that does not end. */
export async function waitUntilFree(port: number): Promise<void> {
  const deadline = Date.now() + FREE_TIMEOUT_MS
  while (!(await isFree(port))) {
    if (Date.now() > deadline) throw new Error(`Port ${port} is in use. End what uses it, or choose other --ports.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The lock is the operating system's: it ends with this process, killed or not. */
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
