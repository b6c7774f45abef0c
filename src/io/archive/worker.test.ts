import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { wrap, type Endpoint } from 'comlink'
import { expect, test, vi } from 'vitest'
import type { ArchiveWorker } from './worker.ts'

const LATEST = Date.UTC(2026, 10, 26)
const MODIFIED = Date.UTC(2026, 0, 1, 12)
const DATED = new Date(2020, 1, 2, 8)

/** Returns two connected endpoints in this thread. A message to one endpoint arrives unchanged at the other endpoint. */
function connectedEndpoints(): readonly [Endpoint, Endpoint] {
  const [here, there] = [new EventTarget(), new EventTarget()]
  const end = (own: EventTarget, other: EventTarget): Endpoint => ({
    addEventListener: own.addEventListener.bind(own),
    removeEventListener: own.removeEventListener.bind(own),
    postMessage: (data) => void other.dispatchEvent(new MessageEvent('message', { data })),
  })
  return [end(here, there), end(there, here)]
}

const [here, there] = connectedEndpoints()
vi.stubGlobal('addEventListener', there.addEventListener)
vi.stubGlobal('removeEventListener', there.removeEventListener)
vi.stubGlobal('postMessage', there.postMessage)
await import('./worker.ts')
const worker = wrap<ArchiveWorker>(here)

type Content = string | Blob
async function zipOf(files: { readonly [name: string]: Content }, lastModDate = DATED): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter(), { level: 0, extendedTimestamp: false })
  for (const [name, content] of Object.entries(files))
    await zip.add(name, typeof content === 'string' ? new TextReader(content) : new BlobReader(content), {
      lastModDate,
    })
  return zip.close()
}

/** Returns a copy of the archive in which the bytes `from` are replaced with `to`. */
async function altered(zip: Blob, from: readonly number[], to: readonly number[]): Promise<Blob> {
  const bytes = new Uint8Array(await zip.arrayBuffer())
  for (let at = 0; at + from.length <= bytes.length; at++)
    if (from.every((byte, index) => bytes[at + index] === byte)) bytes.set(to, at)
  return new Blob([bytes])
}
const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)]

async function read(zip: Blob, name = 'A.zip') {
  const { entries, errors, ...rest } = await worker.read([new File([zip], name, { lastModified: MODIFIED })], LATEST)
  return {
    ...rest,
    entries: entries.map(({ where, content, time }) => ({ where, content, time })),
    errors: errors.map(({ where, what }) => `${where} ${what}`),
  }
}

test('the location of every entry and of every error contains the names of the enclosing archives', async () => {
  const inner = await zipOf({ 'a.md': 'Inner', 'Journal.json': '{' })
  const { entries, errors } = await read(await zipOf({ './a.md': 'Outer', 'b.md': ' ', 'day/inner.zip': inner }))
  expect(entries).toEqual([
    { where: 'A.zip: a.md', content: 'Outer', time: DATED.getTime() },
    { where: 'A.zip: day/inner.zip: a.md', content: 'Inner', time: DATED.getTime() },
  ])
  expect(errors).toEqual([
    'A.zip: b.md The entry has no text.',
    'A.zip: day/inner.zip: Journal.json This is not valid JSON, or the file is incomplete.',
  ])
})

test('a file with a wrong checksum is reported as damaged, and the other files are read', async () => {
  const zip = await zipOf({ 'a.md': 'Rowed to the island.', 'b.md': 'Mended the net.' })
  const { entries, errors } = await read(await altered(zip, bytesOf('island'), bytesOf('inland')))
  expect(entries).toMatchObject([{ content: 'Mended the net.' }])
  expect(errors).toEqual(['A.zip: a.md The file is damaged.'])
})

test('a file with an unknown compression method is reported', async () => {
  // A zip archive has two headers for each file. In both headers, the compression method directly precedes the date.
  const zip = await zipOf({ 'a.md': 'x' })
  const { entries, errors } = await read(await altered(zip, [0, 0, 0, 64, 66, 80], [12, 0, 0, 64, 66, 80]))
  expect(entries).toEqual([])
  expect(errors).toEqual(['A.zip: a.md The compression of the file is not supported.'])
})

test('a file without a date gets the date of its archive', async () => {
  const { entries } = await read(await zipOf({ 'a.md': 'x' }, new Date(1980, 0, 1)))
  expect(entries).toMatchObject([{ time: MODIFIED }])
})

test('a file that cannot be read is reported, and the other files are read', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const gone = new File(['x'], 'gone.md')
  vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('It is gone.', 'NotFoundError'))
  const { entries, errors } = await worker.read([gone, new File(['Rowed.'], 'a.md')], LATEST)
  expect(entries).toMatchObject([{ content: 'Rowed.' }])
  expect(errors).toEqual([{ where: 'gone.md', what: 'The file cannot be read.' }])
  expect(warned).toHaveBeenCalled()
})
