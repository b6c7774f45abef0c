/* The servers of `npm start` answer requests from this machine only. All processes end when `npm start` ends. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_CONCURRENT_CALLS } from '#local/emulators.ts'
import { BackendProcess } from '#tests/support/backendProcess.ts'
import { IS_LONG } from '#tests/support/testLength.ts'
import {
  killAll,
  isRunning,
  listeningPorts,
  LOOPBACK_ADDRESSES,
  processesWithVariable,
  type RunningProcess,
} from '#tests/support/processes.ts'

const PASSWORD = 'correct horse battery staple'
const START_MS = 400_000
const PARTS = ['App', 'Firestore', 'Auth', 'Functions', 'Radio'] as const

/** One run of `npm start` with its own data folder. */
class Start {
  readonly folder: string
  readonly #mark = `SITREP_TEST_RUN=${randomUUID()}`
  readonly #backend: BackendProcess

  constructor(folder: string) {
    this.folder = folder
    const [name = '', value] = this.#mark.split('=')
    this.#backend = new BackendProcess({ dataFolder: folder, withApp: true, env: { ...process.env, [name]: value } })
  }

  begin = () => this.#backend.start()
  addressOf = (part: (typeof PARTS)[number]) => this.#backend.addressOf(part)
  portOf = (part: (typeof PARTS)[number]) => Number(new URL(this.addressOf(part)).port)
  processes = () => processesWithVariable(this.#mark)
  ports = () => listeningPorts(this.processes())
  kill = () => this.#backend.stop('SIGKILL')
  async end(): Promise<void> {
    await this.#backend.stop('SIGINT')
    killAll(this.processes())
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const commandsOf = (processes: readonly RunningProcess[]) => processes.map(({ command }) => command)
const isRuntime = ({ command }: RunningProcess) => command.includes('functionsEmulatorRuntime')
const isFirebaseTools = ({ command }: RunningProcess) => command.includes('emulators:start')

// Runs only on Linux, because other systems need an additional tool to list the ports of each process.
describe.skipIf(process.platform !== 'linux')('two concurrent runs of npm start', () => {
  let first: Start
  let second: Start
  beforeAll(async () => {
    mkdirSync('.local', { recursive: true })
    // This data folder is inside the project, so that a test can check that the app's development server does not serve
    // it.
    first = new Start(mkdtempSync(path.resolve('.local', 'test-')))
    second = new Start(mkdtempSync(path.join(tmpdir(), 'sitrep-start-')))
    await Promise.all([first.begin(), second.begin()])
  }, START_MS)
  afterAll(async () => {
    await Promise.all([first.end(), second.end()])
  }, 60_000)

  test('both runs start all servers, on different ports', () => expectComplete(first, second))

  test('every process listens on loopback addresses only', () => {
    const ports = first.ports()
    for (const part of PARTS) expect(ports.map(({ port }) => port)).toContain(first.portOf(part))
    expect(ports.filter(({ address }) => !LOOPBACK_ADDRESSES.includes(address))).toEqual([])
  })

  const evil = 'https://evil.example'
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']
  const owner = 'Authorization: Bearer owner'
  const json = ['Content-Type: application/json', 'Content-Length: 2']
  const preflight = ['Access-Control-Request-Private-Network: true', 'Access-Control-Request-Headers: authorization']
  const accounts = '/identitytoolkit.googleapis.com/v1/projects/demo-sitrep/accounts'
  test.each<[string, ...string[]]>([
    ['another host name', 'GET / HTTP/1.1', 'Host: evil.example'],
    ['a host name that begins with localhost', 'GET / HTTP/1.1', 'Host: localhost.evil.example'],
    ['a page of another site', 'GET / HTTP/1.1', `Origin: ${evil}`],
    ['a page of a site whose name begins with 127.0.0.1', 'GET / HTTP/1.1', 'Origin: http://127.0.0.1.evil.example'],
    ['a page with the origin null', 'GET / HTTP/1.1', 'Origin: null'],
    [
      'a preflight of another site',
      'OPTIONS / HTTP/1.1',
      `Origin: ${evil}`,
      'Access-Control-Request-Method: DELETE',
      ...preflight,
    ],
    ['a preflight to another host name', 'OPTIONS / HTTP/1.1', 'Host: evil.example', 'Origin: http://evil.example'],
    ['a WebSocket of another site', 'GET / HTTP/1.1', `Origin: ${evil}`, 'Connection: Upgrade', ...upgrade],
    ['a WebSocket to another host name', 'GET / HTTP/1.1', 'Host: evil.example', 'Connection: Upgrade', ...upgrade],
    ['a request with Expect: 100-continue', 'POST / HTTP/1.1', `Origin: ${evil}`, 'Expect: 100-continue', ...json],
    ['a list of accounts for another site', `GET ${accounts}:batchGet HTTP/1.1`, `Origin: ${evil}`, owner],
    ['a list of accounts after DNS rebinding', `GET ${accounts}:batchGet HTTP/1.1`, 'Host: evil.example', owner],
    ['a deletion of accounts by another site', `DELETE ${accounts} HTTP/1.1`, `Origin: ${evil}`, owner],
    [
      'a deletion of accounts in the emulator by another site',
      'DELETE /emulator/v1/projects/demo-sitrep/accounts HTTP/1.1',
      `Origin: ${evil}`,
    ],
    ['an export for another site', 'POST /_admin/export HTTP/1.1', `Origin: ${evil}`, ...json],
    ['an export after DNS rebinding', 'POST /_admin/export HTTP/1.1', 'Host: evil.example', ...json],
    ['switching triggers off by another site', 'PUT /functions/disableBackgroundTriggers HTTP/1.1', `Origin: ${evil}`],
    ['a function call by another site', 'POST /demo-sitrep/europe-west4/health HTTP/1.1', `Origin: ${evil}`, ...json],
  ])('every port rejects %s', async (_, line, ...headers) => {
    const answers = await Promise.all(
      first.ports().map(async ({ port }) => ({ port, ...(await head(port, line, ...headers)) })),
    )
    expect(
      answers.filter(({ status, names }) => status !== 403 || names.some((name) => name.startsWith('access-control'))),
    ).toEqual([])
  })

  test.each([
    ['a request without an origin'],
    ['a page at 127.0.0.1', 'Origin: http://127.0.0.1:5173'],
    ['a page at localhost', 'Origin: http://localhost:4173'],
    ['the host name localhost', 'Host: localhost'],
  ])('every port answers %s', async (_, ...headers) => {
    const answers = await Promise.all(
      first.ports().map(async ({ port }) => ({ port, ...(await head(port, 'GET / HTTP/1.1', ...headers)) })),
    )
    expect(answers.filter(({ status }) => status === undefined || status === 403)).toEqual([])
  })

  test('accepts WebSocket connections from this machine', async () => {
    const own = ['Origin: http://127.0.0.1:5173', 'Connection: Upgrade', 'Sec-WebSocket-Protocol: vite-hmr', ...upgrade]
    const answers = await Promise.all(first.ports().map(({ port }) => head(port, 'GET / HTTP/1.1', ...own)))
    // Only the port of the emulators' log accepts the connection. The app's server also requires a token for its
    // WebSocket.
    expect(answers.filter(({ status }) => status === 101)).toHaveLength(1)
  })

  test(
    "the app's development server serves neither the data folder nor files with secrets",
    { timeout: 60_000 },
    async () => {
      const auth = `${first.addressOf('Auth')}identitytoolkit.googleapis.com/v1/accounts`
      const credentials = { email: 'ada@example.org', password: PASSWORD }
      const signUp = await fetch(`${auth}:signUp?key=any`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      })
      expect(signUp.status).toBe(200)
      const accountsFile = path.join(first.folder, 'accounts.json')
      expect(readFileSync(accountsFile, 'utf8')).toContain(PASSWORD)
      const document = await fetch(
        `${first.addressOf('Firestore')}v1/projects/demo-sitrep/databases/(default)/documents/c/a`,
        {
          method: 'PATCH',
          headers: { authorization: 'Bearer owner' },
          body: JSON.stringify({ fields: { secret: { stringValue: PASSWORD } } }),
        },
      )
      expect(document.status).toBe(200)
      const log = path.join(first.folder, 'firestore.log')
      expect(readFileSync(log, 'utf8')).toContain(PASSWORD)
      const secrets = [
        '.env.test-secret',
        '.secret.test',
        '.npmrc.test',
        'functions/.secret.test',
        'functions/.env.test',
        'test-secret.pem',
      ]
      try {
        for (const file of secrets) writeFileSync(file, PASSWORD)
        const files = [accountsFile, log, ...secrets.map((file) => path.resolve(file))]
        const revealed = []
        for (const at of files.flatMap(waysTo))
          if (reveals((await get(first.portOf('App'), at)).body)) revealed.push(at)
        expect(revealed).toEqual([])

        expect((await get(first.portOf('App'), '/src/boot/main.tsx')).body).toContain('createRoot')
        expect((await get(first.portOf('App'), '/README.md?raw')).body).toContain('npm start')
      } finally {
        for (const file of secrets) rmSync(file, { force: true })
      }
    },
  )

  test(
    'answers fifty concurrent calls of one function with a limited number of processes',
    { timeout: 240_000 },
    async () => {
      const calls = Array.from({ length: 50 }, () =>
        fetch(`${first.addressOf('Functions')}requestLogAnalysis`, { method: 'POST' }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([401]))
      const runtimes = first.processes().filter(isRuntime)
      const target = 'FUNCTION_TARGET=requestLogAnalysis'
      const own = runtimes.filter(({ environment }) => environment.includes(target))
      expect(own.length).toBeGreaterThan(1)
      expect(own.length).toBeLessThanOrEqual(MAX_CONCURRENT_CALLS)
    },
  )

  test('every process still runs after the concurrent calls, and the account is stored', async () => {
    for (const part of PARTS) expect((await head(first.portOf(part), 'GET / HTTP/1.1')).status).toBeDefined()
    expect(readFileSync(path.join(first.folder, 'accounts.json'), 'utf8')).toContain('ada@example.org')
    expect(first.processes().filter(isFirebaseTools)).toHaveLength(1)
  })

  test('ends every process when the emulators are killed', { timeout: 120_000 }, async () => {
    const before = first.processes()
    const tools = before.find(isFirebaseTools)
    expect(before.filter(isRuntime).length).toBeGreaterThan(1)
    process.kill(tools?.pid ?? expect.unreachable(), 'SIGKILL')
    await expect
      .poll(() => commandsOf([...before.filter(isRunning), ...first.processes()]), { timeout: 60_000 })
      .toEqual([])
  })

  test('ends every process when the process of npm start is killed', { timeout: 240_000 }, async () => {
    const calls = Array.from({ length: 3 }, () =>
      fetch(`${second.addressOf('Functions')}reportError`, { method: 'POST' }),
    )
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401])
    const before = second.processes()
    expect(before.filter(isRuntime).length).toBeGreaterThan(1)
    await second.kill()
    await expect
      .poll(() => commandsOf([...before.filter(isRunning), ...second.processes()]), { timeout: 60_000 })
      .toEqual([])
  })
})

describe.skipIf(process.platform !== 'linux' || !IS_LONG)('many pairs of concurrent runs of npm start', () => {
  test.each(Array.from({ length: 9 }, (_, index) => index + 2))(
    'both runs of pair %i start all servers',
    { timeout: START_MS },
    async () => {
      const pair = [1, 2].map(() => new Start(mkdtempSync(path.join(tmpdir(), 'sitrep-start-'))))
      try {
        await Promise.all(pair.map((start) => start.begin()))
        await expectComplete(...pair)
      } finally {
        await Promise.all(pair.map((start) => start.end()))
      }
    },
  )
})

async function expectComplete(...starts: readonly Start[]): Promise<void> {
  for (const start of starts) {
    for (const part of PARTS) expect((await head(start.portOf(part), 'GET / HTTP/1.1')).status).toBeDefined()
    const health = await fetch(`${start.addressOf('Functions')}health`)
    expect(await health.json()).toEqual({ status: 'ok' })
  }
  const ports = starts.flatMap((start) => start.ports()).map(({ port }) => port)
  expect(new Set(ports).size).toBe(ports.length)
}

/**
 * Sends a request line and headers unchanged. Returns the status and the header names of the answer. The status is
 * missing if the server closes the connection.
 */
function head(port: number, line: string, ...headers: string[]): Promise<{ status?: number; names: string[] }> {
  const has = (name: string) => headers.some((header) => header.startsWith(name))
  const lines = [
    line,
    ...(has('Host') ? [] : [`Host: 127.0.0.1:${port}`]),
    ...(has('Connection') ? [] : ['Connection: close']),
    ...headers,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n${has('Content-Length') ? '{}' : ''}`),
    )
    let text = ''
    const answered = () => {
      const [first = '', ...rest] = text.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(first) ?? []
      resolve({
        ...(status ? { status: Number(status) } : {}),
        names: rest.map((header) => header.split(':')[0]?.toLowerCase() ?? ''),
      })
      socket.destroy()
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      text = text.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '')
      if (text.includes('\r\n\r\n')) answered()
    })
    socket.once('close', answered)
    socket.once('error', reject)
  })
}

/** Sends a GET request with an unchanged path. `fetch` would normalize the path. */
function get(port: number, at: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path: at, agent: false, headers: { accept: '*/*' } },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
      },
    )
    outgoing.once('error', reject)
    outgoing.end()
  })
}

/** Returns every URL by which the app's development server might serve a file of the project. */
function waysTo(file: string): string[] {
  const at = `/${path.relative('.', file)}`
  const places = [
    at,
    `/@fs${file}`,
    `/@fs/${file}`,
    `/@id${at}`,
    `/src/%2e%2e${at}`,
    at.replaceAll('.', '%2e'),
    `/${at.slice(1).replaceAll('/', '%2f')}`,
    `/@fs/${file.slice(1).replaceAll('/', '%2f')}`,
  ]
  const queries = [
    '',
    '?',
    '?raw',
    '?raw??',
    '?import',
    '?import&raw',
    '?import&raw??',
    '?url',
    '?inline',
    '?url&inline',
    '?import&inline=1.wasm?init',
    '?.svg?.wasm?init',
    '#/../../x',
    '/',
  ]
  return places.flatMap((place) => queries.map((query) => place + query))
}

/** Returns whether the body of an answer contains the secret, as text or encoded in a `data:` URL. */
const reveals = (body: string): boolean =>
  body.includes(PASSWORD) ||
  [...body.matchAll(/base64,([\w+/=]+)/g)].some(([, data = '']) => Buffer.from(data, 'base64').includes(PASSWORD))
