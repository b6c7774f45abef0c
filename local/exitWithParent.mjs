// Loaded into a process and, by NODE_OPTIONS, into those that it starts: each ends when its parent has, killed included.
import { isMainThread } from 'node:worker_threads'

const POLL_MS = 500
const GRACE_MS = 5000
/** By this a process finds its parent gone that was killed before the process itself could look. */
const STARTED_BY = 'SITREP_STARTED_BY'

if (isMainThread) {
  const parent = process.ppid
  const starter = Number(process.env[STARTED_BY] ?? parent)
  process.env[STARTED_BY] = String(process.pid)
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(starter)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGINT')
    setTimeout(() => process.exit(1), GRACE_MS).unref()
  }, POLL_MS).unref()
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It lives, and belongs to another user.
    return error.code === 'EPERM'
  }
}
