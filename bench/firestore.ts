/*
 * `npm run bench:firestore`: measures the speed and memory of the local Firestore with 1,000, 10,000 and 100,000
 * documents. The server runs in its own process, as in development. The benchmark asserts nothing, because machines
 * differ.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const DATABASE = 'projects/demo-bench/databases/(default)'
const DOCUMENTS = `${DATABASE}/documents`
const LOGS = `${DOCUMENTS}/users/alice/logs`
const SIZES = [1_000, 10_000, 100_000] as const
const BATCH = 500
const STARTS = 5
const WRITES = 500
const QUERIES = 100
const NEWEST = {
  from: [{ collectionId: 'logs' }],
  where: { fieldFilter: { field: { fieldPath: 'deleted' }, op: 'EQUAL', value: { booleanValue: false } } },
  orderBy: [{ field: { fieldPath: 'timestamp' }, direction: 'DESCENDING' }],
  limit: 50,
}
const TAGGED = {
  ...NEWEST,
  where: { fieldFilter: { field: { fieldPath: 'tags' }, op: 'ARRAY_CONTAINS', value: { stringValue: 'tag3' } } },
}

const agent = new Agent({ keepAlive: true })

class Server {
  readonly #process: ChildProcess
  readonly port: number
  /** Time in milliseconds from the start of the process until it prints that the server is ready. */
  readonly startMs: number

  static async start(folder: string): Promise<Server> {
    const began = performance.now()
    const child = spawn(
      process.execPath,
      ['--max-semi-space-size=2', 'local/firestore/cli.ts', '--host', '127.0.0.1', '--port', '0', '--data', folder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line] = await once(createInterface(child.stdout), 'line')
    const port = Number(/port (\d+)/.exec(String(line))?.[1])
    return new Server(child, port, performance.now() - began)
  }

  constructor(child: ChildProcess, port: number, startMs: number) {
    this.#process = child
    this.port = port
    this.startMs = startMs
  }

  /** Returns the resident memory of the server's process in MiB. */
  memory(): number {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(this.#process.pid)], { encoding: 'utf8' })
    return Number(stdout.trim()) / 1024
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exited
  }

  async call(rpc: string, body: object, parent = DOCUMENTS): Promise<string> {
    const response = await this.send('POST', `/v1/${parent}:${rpc}`, JSON.stringify(body))
    const answer = await text(response)
    if (response.statusCode !== 200) throw new Error(answer)
    return answer
  }

  async send(method: string, url: string, body = ''): Promise<IncomingMessage> {
    const sent = request({
      host: '127.0.0.1',
      port: this.port,
      path: encodeURI(url),
      method,
      agent,
      headers: { authorization: 'Bearer owner' },
    })
    sent.end(body)
    const [response] = await once(sent, 'response')
    return response
  }

  write = (id: string, n: number) => this.call('commit', { writes: [entry(id, n)] })
}

async function text(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** Returns a journal entry of typical size, about 700 bytes. */
const entry = (id: string, n: number) => ({
  update: {
    name: `${LOGS}/${id}`,
    fields: {
      userId: { stringValue: 'alice' },
      content: { stringValue: `Entry ${n}. ${'All quiet on the northern approach. '.repeat(14)}` },
      logLevel: { stringValue: ['TACTICAL', 'INTEL', 'ALERT', 'FIELD'][n % 4] },
      timestamp: { timestampValue: new Date(1_700_000_000_000 + n * 60_000).toISOString() },
      deleted: { booleanValue: n % 10 === 0 },
      tags: { arrayValue: { values: [{ stringValue: `tag${n % 50}` }] } },
    },
  },
})

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function medianTime(count: number, action: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    await action(n)
    times.push(performance.now() - began)
  }
  return median(times)
}

/** Returns how many writes the server acknowledges per second for `clients` concurrent clients. */
async function writesPerSecond(server: Server, clients: number): Promise<number> {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; n < WRITES; n++) await server.write(`w${client}-${n % 100}`, n)
    }),
  )
  return (clients * WRITES) / ((performance.now() - began) / 1000)
}

/** A WebChannel listener, like the listener of a browser. `heard` resolves when the next document arrives. */
class Listener {
  #wake: (() => void) | undefined
  #stop = () => {}

  async open(server: Server, structuredQuery: object): Promise<this> {
    const url = `/google.firestore.v1.Firestore/Listen/channel?VER=8&database=${encodeURIComponent(DATABASE)}`
    const add = {
      database: DATABASE,
      addTarget: { targetId: 2, query: { parent: `${DOCUMENTS}/users/alice`, structuredQuery } },
    }
    const body = new URLSearchParams({
      headers: 'Authorization:Bearer owner\r\n',
      count: '1',
      ofs: '0',
      req0___data__: JSON.stringify(add),
    })
    const opened = await fetch(`http://127.0.0.1:${server.port}${url}&RID=1&CVER=22`, { method: 'POST', body })
    const sid = /"c","([^"]+)"/.exec(await opened.text())?.[1] ?? ''
    const back = request({
      host: '127.0.0.1',
      port: server.port,
      path: `${url}&RID=rpc&SID=${sid}&AID=0&CI=0&TYPE=xmlhttp`,
      agent: false,
    })
    back.end()
    const [response] = await once(back, 'response')
    const current = new Promise<void>((resolve) => {
      response.on('data', (chunk: Buffer) => {
        const message = chunk.toString()
        if (message.includes('CURRENT')) resolve()
        if (message.includes('documentChange')) this.#wake?.()
      })
    })
    this.#stop = () => back.destroy()
    await current
    return this
  }

  heard = () =>
    new Promise<void>((resolve) => {
      this.#wake = resolve
    })

  close = () => this.#stop()
}

/**
 * Returns the median time in milliseconds from a write until all of `listeners` listeners have received the document.
 */
async function fanOut(server: Server, listeners: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: listeners }, () => new Listener().open(server, NEWEST)))
  const time = await medianTime(30, async (n) => {
    const heard = all.map((listener) => listener.heard())
    await server.write('newest', 10_000_000 + n * 10 + 1)
    await Promise.all(heard)
  })
  for (const listener of all) listener.close()
  return time
}

async function measure(size: number): Promise<Map<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitrep-bench-'))
  const results = new Map<string, number>()
  try {
    let server = await Server.start(folder)
    if (size === SIZES[0]) {
      const starts = []
      for (let start = 0; start < STARTS; start++) {
        await server.stop()
        server = await Server.start(folder)
        starts.push(server.startMs)
      }
      results.set('start, empty (ms)', median(starts))
    }
    for (let start = 0; start < size; start += BATCH)
      await server.call('commit', {
        writes: Array.from({ length: BATCH }, (_, n) => entry(`d${start + n}`, start + n)),
      })
    const starts = []
    for (let start = 0; start < STARTS; start++) {
      await server.stop()
      server = await Server.start(folder)
      starts.push(server.startMs)
    }
    results.set('start with the documents (ms)', median(starts))
    results.set('memory after the start (MiB)', server.memory())
    const ask = (structuredQuery: object) => server.call('runQuery', { structuredQuery }, `${DOCUMENTS}/users/alice`)
    results.set('first query, creates its index (ms)', await medianTime(1, () => ask(NEWEST)))
    results.set('query: equality, order, 50 (ms)', await medianTime(QUERIES, () => ask(NEWEST)))
    await ask(TAGGED)
    results.set('query: array-contains, order, 50 (ms)', await medianTime(QUERIES, () => ask(TAGGED)))
    results.set(
      'one document (ms)',
      await medianTime(QUERIES, (n) => server.call('batchGet', { documents: [`${LOGS}/d${n}`] })),
    )
    results.set('writes/s, 1 client', await writesPerSecond(server, 1))
    results.set('writes/s, 8 clients', await writesPerSecond(server, 8))
    results.set('write (ms)', await medianTime(200, (n) => server.write('one', n)))
    const listener = await new Listener().open(server, NEWEST)
    results.set('write, a listener attached (ms)', await medianTime(200, (n) => server.write('one', n)))
    listener.close()
    results.set('write to 1 listener (ms)', await fanOut(server, 1))
    results.set('write to 100 listeners (ms)', await fanOut(server, 100))
    results.set('memory at the end (MiB)', server.memory())
    await server.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return results
}

const all = []
for (const size of SIZES) all.push(await measure(size))
const names = [...new Set(all.flatMap((results) => [...results.keys()]))]
const formatResult = (value: number | undefined): string =>
  (value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1)).padStart(10)
console.log(
  `${'documents'.padEnd(40)}${SIZES.map((size) => size.toLocaleString('en-GB').padStart(10)).join('')}    growth`,
)
for (const name of names) {
  const row = all.map((results) => results.get(name))
  const [first, last] = [row[0], row.at(-1)]
  const growth = first !== undefined && last !== undefined ? `× ${(last / first).toFixed(1)}` : ''
  console.log(`${name.padEnd(40)}${row.map(formatResult).join('')}${growth.padStart(10)}`)
}
console.log(
  '\nTargets: ready in under 300 ms; 10,000 documents loaded in under 2 s and in under 100 MiB; queries flat.',
)
agent.destroy()
