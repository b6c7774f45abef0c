import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFirestore } from './server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-server-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('releases the data folder when the server fails to start', async () => {
  const other = await startFirestore({ port: 0 })
  await expect(startFirestore({ port: other.port, dataFolder: folder })).rejects.toThrow(/EADDRINUSE/)
  const seed = { file: path.join(folder, 'seed'), project: 'p' }
  writeFileSync(seed.file, 'no export')
  await expect(startFirestore({ port: 0, dataFolder: folder, seed })).rejects.toThrow(/line 1/)
  const server = await startFirestore({ port: 0, dataFolder: folder })
  await server.close()
  await other.close()
})

test('the server stops answering requests after it is closed', async () => {
  const server = await startFirestore({ port: 0, dataFolder: folder })
  const url = `http://127.0.0.1:${server.port}/`
  expect((await fetch(url)).status).toBe(200)
  await server.close()
  await expect(fetch(url)).rejects.toThrow(/fetch failed/)
})

test.each([
  ['gzip', 'x'.repeat(2000), 'gzip'],
  ['gzip', 'short', null],
  ['identity', 'x'.repeat(2000), null],
])(
  'compresses an answer only if the answer is long and the client accepts gzip (Accept-Encoding: %s)',
  async (taken, text, encoding) => {
    const server = await startFirestore({ port: 0, dataFolder: folder })
    const url = `http://127.0.0.1:${server.port}/v1/projects/p/databases/(default)/documents/notes/one`
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json', 'accept-encoding': taken }
    const fields = { text: { stringValue: text } }
    await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ fields }) })
    const answer = await fetch(url, { headers })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(await answer.json()).toMatchObject({ fields })
    await server.close()
  },
)
