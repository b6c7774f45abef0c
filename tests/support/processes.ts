/* Reads the processes and listening ports of this machine from Linux's /proc. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type RunningProcess = {
  readonly pid: number
  readonly parent: number
  /** Start time in clock ticks since boot. Pids are reused, so only pid and start time together identify a process. */
  readonly started: string
  readonly command: string
  readonly environment: readonly string[]
}

/** A listening port. Its address is hexadecimal, in groups of four bytes in host order, as in /proc/net/tcp. */
export type ListeningPort = { readonly port: number; readonly address: string }

export const LOOPBACK_ADDRESSES: readonly string[] = ['0100007F', '00000000000000000000000001000000']

/** Returns the processes that have this environment variable (`NAME=value`), and all their descendants. */
export function processesWithVariable(entry: string): RunningProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processAt)
  const found = new Map(all.filter(({ environment }) => environment.includes(entry)).map((one) => [one.pid, one]))
  for (let size = -1; size < found.size;) {
    size = found.size
    for (const one of all) if (found.has(one.parent)) found.set(one.pid, one)
  }
  return [...found.values()]
}

/** Returns whether exactly this process still runs. A zombie process does not count as running. */
export const isRunning = ({ pid, started }: RunningProcess): boolean =>
  processAt(String(pid)).some((one) => one.started === started)

/** Kills all of these processes that still run. */
export function killAll(processes: readonly RunningProcess[]): void {
  for (const one of processes.filter(isRunning))
    try {
      process.kill(one.pid, 'SIGKILL')
    } catch {
      // The process ended after the check by `isRunning`.
    }
}

/** Returns the TCP ports on which these processes listen. A port occurs once for each of its addresses. */
export function listeningPorts(processes: readonly RunningProcess[]): ListeningPort[] {
  const sockets = new Set(processes.flatMap(({ pid }) => socketsOf(pid)))
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(`socket:[${inode}]`))
      .map(([, local = '']) => local.split(':'))
      .map(([address = '', port = '']) => ({ address, port: Number.parseInt(port, 16) })),
  )
}

const LISTENING = '0A'

/** Returns a list with the process, or an empty list if the process has ended. */
function processAt(pid: string): RunningProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return []
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        started: rest[17] ?? '',
        command: read('cmdline').join(' '),
        environment: read('environ'),
      },
    ]
  } catch {
    return []
  }
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${descriptor}`)]
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
