/* Kills the server many times while eight clients write, and checks that every acknowledged write is stored. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'

const DOCUMENTS = 'projects/demo-test/databases/(default)/documents'
const WRITERS = 8
const KILLS = 50
/** The maximum time between the server's first answer and the kill, in milliseconds. The actual time is random. */
const LONGEST_LIFE_MS = 120

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

const Found = z.array(
  z.object({
    document: z.optional(
      z.object({
        name: z.string(),
        fields: z.optional(z.object({ n: z.optional(z.object({ integerValue: z.string() })) })),
      }),
    ),
  }),
)

async function stored(url: string, collection: string): Promise<ReadonlyMap<string, number>> {
  const answer = await post(`${url}:runQuery`, { structuredQuery: { from: [{ collectionId: collection }] } })
  expect(answer.status).toBe(200)
  const found = Found.parse(await answer.json()).flatMap(({ document }) => document ?? [])
  return new Map(found.map(({ name, fields }) => [name.split('/').at(-1) ?? '', Number(fields?.n?.integerValue)]))
}

test(
  `after ${KILLS} kills, the server has lost no acknowledged batch and has stored no batch partially`,
  { timeout: 180_000 },
  async () => {
    const acknowledged: string[] = []
    const tried = Array.from({ length: WRITERS }, () => 0)
    const counted = Array.from({ length: WRITERS }, () => 0)
    for (let kill = 0; kill < KILLS; kill++) {
      const url = await start()
      let killing = false
      const write = async (writer: number): Promise<void> => {
        for (;;) {
          const id = `${writer}-${tried[writer]}`
          tried[writer] = (tried[writer] ?? 0) + 1
          const pair = ['left', 'right'].map((side) => ({
            update: { name: `${DOCUMENTS}/pairs/${id}-${side}`, fields: {} },
          }))
          const counter = {
            transform: {
              document: `${DOCUMENTS}/counters/${writer}`,
              fieldTransforms: [{ fieldPath: 'n', increment: { integerValue: '1' } }],
            },
          }
          const response = await post(`${url}:commit`, { writes: [...pair, counter] }).catch(() => undefined)
          if (!response?.ok) return
          acknowledged.push(id)
          counted[writer] = (counted[writer] ?? 0) + 1
          if (killing) continue
          killing = true
          setTimeout(() => server?.kill('SIGKILL'), Math.random() * LONGEST_LIFE_MS)
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    }

    const url = await start()
    const pairs = await stored(url, 'pairs')
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    expect(acknowledged.filter((id) => !pairs.has(`${id}-left`) || !pairs.has(`${id}-right`))).toEqual([])
    const torn = [...pairs.keys()].filter((name) => {
      const other = name.endsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left')
      return !pairs.has(other)
    })
    expect(torn).toEqual([])
    for (const [writer, count] of await stored(url, 'counters')) {
      // If a kill interrupts the answer to a commit, the commit may or may not be stored.
      expect(count).toBeGreaterThanOrEqual(counted[Number(writer)] ?? Infinity)
      expect(count).toBeLessThanOrEqual(tried[Number(writer)] ?? 0)
    }
  },
)
