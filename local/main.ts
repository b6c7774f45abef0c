import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, type ViteDevServer } from 'vite'
import { waitUntilReady, PROJECT, startBackend, type Backend, type BackendPorts } from './backend.ts'
import { LOOPBACK } from './loopback.ts'
import { reservePort } from './ports.ts'

/*
 * `npm start`: runs all of SITREP on one machine.
 *   --fresh           deletes the data first
 *   --data <folder>   stores the data in another folder than .local/data
 *   --ports <f,a,n,r> uses exactly these ports for Firestore, Auth, Functions and the radio
 *   --backend-only    does not start the app
 */
const APP_PORT = 5173

const root = path.resolve(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    data: { type: 'string', default: path.join(root, '.local', 'data') },
    ports: { type: 'string' },
    'backend-only': { type: 'boolean', default: false },
  },
})

let backend: Backend | undefined
let app: ViteDevServer | undefined
let stopping = false

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))

try {
  if (options.fresh) rmSync(options.data, { recursive: true, force: true })
  const kept = existsSync(options.data)
  backend = await startBackend({ root, dataFolder: options.data, ports: parsePortsOption(), onFailure: fail })
  const address = options['backend-only'] ? undefined : await startApp(backend.ports)
  printTable(backend.ports, address, kept)
  console.log(address ? `SITREP is ready at ${address}` : 'The backend is ready.')
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

async function startApp(ports: BackendPorts): Promise<string> {
  process.env['VITE_LOCAL_FIRESTORE'] = `${LOOPBACK}:${ports.firestore}`
  process.env['VITE_LOCAL_AUTH'] = `${LOOPBACK}:${ports.auth}`
  process.env['VITE_LOCAL_FUNCTIONS'] = `${LOOPBACK}:${ports.functions}`
  process.env['VITE_LOCAL_RADIO'] = `${LOOPBACK}:${ports.radio}`
  const port = await reservePort(APP_PORT)
  app = await createServer({
    root,
    server: { host: LOOPBACK, port, strictPort: true },
    clearScreen: false,
    logLevel: 'warn',
  })
  await app.listen()
  const address = `http://${LOOPBACK}:${port}/`
  await waitUntilReady(address)
  return address
}

function printTable(ports: BackendPorts, address: string | undefined, hasData: boolean): void {
  const rows = [
    ...(address ? [['App', address]] : []),
    ['Firestore', `http://${LOOPBACK}:${ports.firestore}/`],
    ['Auth', `http://${LOOPBACK}:${ports.auth}/`],
    ['Functions', `http://${LOOPBACK}:${ports.functions}/${PROJECT}/europe-west4/`],
    ['Radio', `http://${LOOPBACK}:${ports.radio}/channels.json`],
    ['Data', `${path.relative(root, options.data) || options.data}${hasData ? '' : ' (new)'}`],
  ]
  console.log(`\n${rows.map(([name = '', where = '']) => `  ${name.padEnd(10)} ${where}`).join('\n')}\n`)
}

function parsePortsOption(): BackendPorts | undefined {
  if (options.ports === undefined) return undefined
  const [firestore = 0, auth = 0, functions = 0, radio = 0, ...more] = options.ports.split(',').map(Number)
  const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536
  if (more.length > 0 || ![firestore, auth, functions, radio].every(isPort))
    throw new Error(`--ports takes four ports, as 8088,9099,5001,8090, and not "${options.ports}".`)
  return { firestore, auth, functions, radio }
}

function fail(message: string): void {
  if (stopping) return
  console.error(message)
  void stop(1)
}

/** Stops the app and the backend, and exits. Further calls, such as for a second Ctrl-C, are ignored. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await app?.close()
  await backend?.stop()
  process.exit(code)
}
