import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sqliteJournal } from '#local/firestore/core/journal.ts'

const DOCUMENTS = 'projects/demo-test/databases/(default)/documents'
const WRITERS = 8
const CYCLES = 4

let folder: string
let server: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-durability-'))
})
afterEach(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<string> {
  const child = spawn(process.execPath, ['tests/support/firestoreProcess.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return `http://127.0.0.1:${port}/v1/${DOCUMENTS}`
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test(
  'every acknowledged batch is there, whole, after the server was killed in the middle of writing',
  { timeout: 60_000 },
  async () => {
    const acknowledged: string[] = []
    let written = 0
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const url = await start()
      const write = async (writer: number) => {
        for (;;) {
          const id = `${cycle}-${writer}-${written++}`
          const pair = [`${id}-left`, `${id}-right`].map((name) => ({
            update: { name: `${DOCUMENTS}/c/${name}`, fields: {} },
          }))
          const response = await post(`${url}:commit`, { writes: pair }).catch(() => undefined)
          if (!response?.ok) return
          acknowledged.push(id)
          if (acknowledged.length === (cycle + 1) * 50) server?.kill('SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    }
    const url = await start()
    const answer: unknown = await (
      await post(`${url}:runQuery`, { structuredQuery: { from: [{ collectionId: 'c' }] } })
    ).json()
    const stored = new Set(JSON.stringify(answer).match(/\d+-\d+-\d+-(?:left|right)/g))
    expect(acknowledged.filter((id) => !stored.has(`${id}-left`) || !stored.has(`${id}-right`))).toEqual([])
    expect(
      [...stored].filter(
        (name) => !stored.has(name.endsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left')),
      ),
    ).toEqual([])
  },
)

test('two servers on one folder: the second is refused and says what to do', () => {
  const file = path.join(folder, 'firestore.sqlite')
  const first = sqliteJournal(file)
  first.recover(() => 'epoch')
  expect(() => sqliteJournal(file)).toThrow(/in use by another process/)
  first.close()
})
