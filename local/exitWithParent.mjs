// This module is loaded into a process and, through NODE_OPTIONS, into its child processes. Each of these processes
// exits when its parent process has ended, even if the parent was killed.
import { isMainThread } from 'node:worker_threads'

const POLL_MS = 500
const GRACE_MS = 5000
/**
 * The environment variable with the parent's process id. The id detects a parent that was killed before this process
 * could read `ppid`.
 */
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
    // EPERM: the process exists but belongs to another user.
    return error.code === 'EPERM'
  }
}
