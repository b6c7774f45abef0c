/* Runs the commands that docs/local-firestore.md describes. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reservePort } from '#local/ports.ts'

/**
 * A project id that only this test uses, because firebase-tools exports the data of any running backend with the same
 * id.
 */
const PROJECT = 'demo-tools'
const DOCUMENTS = `projects/${PROJECT}/databases/(default)/documents`

let folder: string
let server: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-tools-'))
})
afterEach(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the local Firestore with these command-line flags and returns its URL. */
async function start(...flags: string[]): Promise<string> {
  const child = spawn(process.execPath, ['local/firestore/cli.ts', '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  const [line] = await once(createInterface(child.stdout), 'line')
  return `http://127.0.0.1:${/port (\d+)/.exec(String(line))?.[1]}`
}

const run = (...flags: string[]) =>
  spawnSync(process.execPath, ['local/firestore/cli.ts', ...flags], { encoding: 'utf8', timeout: 20_000 })
const rules = (condition: string) =>
  `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/{any=**} { allow read: if ${condition}; } }`

test('accepts every flag that firebase-tools passes', { timeout: 30_000 }, async () => {
  const file = path.join(folder, 'firestore.rules')
  writeFileSync(file, rules('true'))
  const passed = `--host 127.0.0.1 --websocket_port 9150 --database-edition standard --rules ${file} --project_id demo-x --single_project_mode true --functions_emulator 127.0.0.1:5001`
  const url = await start(...passed.split(' '))
  expect(await (await fetch(url)).text()).toBe('Ok\n')
  const exited = once(server ?? expect.unreachable(), 'exit')
  server?.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})

test(
  'with the host localhost, listens on both loopback addresses, but rejects the host 0.0.0.0',
  { timeout: 30_000 },
  async () => {
    const { port } = new URL(await start('--host', 'localhost'))
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
    expect((await fetch(`http://localhost:${port}`)).status).toBe(200)
    expect(run('--host', '0.0.0.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('this machine only') })
  },
)

test('exits with an error for invalid flags and files', { timeout: 30_000 }, () => {
  const file = path.join(folder, 'firestore.rules')
  writeFileSync(file, `${rules('true')}\nservice`)
  expect(run('--rules', file)).toMatchObject({ status: 1, stderr: expect.stringMatching(/^2:1: /) })
  expect(run('--port', 'many')).toMatchObject({ status: 1, stderr: expect.stringContaining('is not a port') })
  expect(run('--color', 'red')).toMatchObject({ status: 1, stderr: expect.stringContaining('--color') })
  expect(run('--seed_from_export', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('line 1') })
})

test(
  'reloads rules when the rules file changes, but keeps the previous rules if the new rules are invalid',
  { timeout: 30_000 },
  async () => {
    const file = path.join(folder, 'firestore.rules')
    writeFileSync(file, rules('true'))
    const url = await start('--rules', file)
    const status = async () => (await fetch(`${url}/v1/${DOCUMENTS}/c`)).status
    expect(await status()).toBe(200)
    writeFileSync(file, rules('false'))
    await expect.poll(status).toBe(403)
    const complaint = once(createInterface(server?.stderr ?? expect.unreachable()), 'line')
    writeFileSync(file, rules('oops'))
    expect(String(await complaint)).toMatch(/keeps its last good version: 1:\d+: unknown variable "oops"/)
    expect(await status()).toBe(403)
    writeFileSync(file, rules('true'))
    await expect.poll(status).toBe(200)
  },
)

test(
  'firebase-tools runs the local Firestore without Java, and exports and imports its data',
  { timeout: 120_000 },
  async () => {
    const exported = path.join(folder, 'export')
    // Reserves unused ports, so that a backend can run at the same time as the tests.
    const port = async () => ({ host: '127.0.0.1', port: await reservePort() })
    const firestore = await port()
    const config = path.join(folder, 'firebase.json')
    const emulators = { firestore, hub: await port(), logging: await port(), ui: { enabled: false } }
    writeFileSync(config, JSON.stringify({ firestore: { rules: 'firestore.rules' }, emulators }))
    writeFileSync(path.join(folder, 'firestore.rules'), rules('false'))
    const curl = (method: string, at: string, body: string) =>
      `node -e "fetch('http://127.0.0.1:${firestore.port}/v1/${DOCUMENTS}${at}',{method:'${method}',headers:{authorization:'Bearer owner'},body:${body}}).then(async(r)=>console.log('ANSWER',r.status,await r.text()))"`
    const exec = (command: string, ...flags: string[]) =>
      spawnSync(
        process.execPath,
        [
          'scripts/emulators.ts',
          'exec',
          '--project',
          PROJECT,
          '--config',
          config,
          '--only',
          'firestore',
          ...flags,
          command,
        ],
        {
          encoding: 'utf8',
          env: {
            ...process.env,
            PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
          },
        },
      )
    const first = exec(curl('PATCH', '/c/kept', `'{}'`), '--export-on-exit', exported)
    expect(first.stdout).toContain('ANSWER 200')
    const file = path.join(exported, 'firestore_export', 'firestore_export.overall_export_metadata')
    expect(readFileSync(file, 'utf8')).toContain('"name":"c/kept"')
    const second = exec(curl('GET', '/c/kept', 'undefined'), '--import', exported)
    expect(second.stdout).toContain('ANSWER 200')
  },
)
