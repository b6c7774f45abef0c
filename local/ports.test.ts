import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { reservePort, waitUntilPortIsFree } from './ports.ts'

/** The first port of a range that only this run uses, because other runs may be active on this machine. */
const FROM = 21_000 + (process.pid % 200) * 50

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Reserves ports in another process. The ports stay reserved until that process is killed. */
async function reserveElsewhere(count: number): Promise<{ ports: readonly number[]; kill(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['tests/support/reservedPorts.ts', String(FROM), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    ports: String(line).split(',').map(Number),
    kill: () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      return ended
    },
  }
}

test('reserves different ports in processes that reserve at the same time', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 4; round++) {
    const both = await Promise.all([reserveElsewhere(20), reserveElsewhere(20)])
    expect(new Set(both.flatMap(({ ports }) => ports)).size).toBe(40)
    await Promise.all(both.map(({ kill }) => kill()))
  }
})

test(
  'reservePort reserves a port until its process is killed, without listening on the port',
  { timeout: 30_000 },
  async () => {
    const { ports, kill } = await reserveElsewhere(1)
    const [port = 0] = ports
    const next = await reservePort(port)
    expect(next).toBeGreaterThan(port)
    await kill()
    expect(await reservePort(port)).toBe(port)
    expect(await reservePort(port)).toBeGreaterThan(next)
  },
)

test('reservePort skips a port that a server listens on, and waitUntilPortIsFree resolves when that server is closed', async () => {
  const server = createServer()
  const port = await reservePort(FROM + 45)
  await new Promise<void>((resolve) => server.listen(port + 1, '127.0.0.1', resolve))
  expect(await reservePort(port)).toBeGreaterThan(port + 1)
  const free = waitUntilPortIsFree(port + 1)
  server.close()
  await free
})
