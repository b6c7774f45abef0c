import { expose } from 'comlink'
import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  ZipReader,
  ZipWriter,
  type FileEntry,
} from '@zip.js/zip.js/index-native.js'
import { archiveText, markdownFile, markdownFileName } from '#domain/archive.ts'
import { exportText } from '#domain/exportLogs.ts'
import { readImport, type ImportedEntry, type ImportFault, type ImportReading } from '#domain/importing.ts'
import type { LogEntry } from '#domain/log.ts'

/** This is a thread of its own already, and the browser inflates by itself. */
configure({ useWebWorkers: false })

export type ArchiveFormat = 'text' | 'json' | 'zip'

export type FilesReading = ImportReading & {
  /** Files in an archive that are no text, as pictures. */
  readonly ignored: number
}

/** A zip may be a bomb: it is read no further than this. */
const MAX_FILES = 50_000
const MAX_FILE_BYTES = 64_000_000
const MAX_BYTES = 256_000_000
const ID_CHARACTERS = 32

const READABLE = /\.(?:json|md|markdown|txt)$/i
const LEADS_OUT = /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[a-z]:/i
/** What systems add to archives for themselves. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/

const worker = {
  async read(files: readonly File[]): Promise<FilesReading> {
    const found = new Found()
    for (const file of files) {
      if (/\.zip$/i.test(file.name)) await readZip(file, found)
      else if (!READABLE.test(file.name)) found.fault(file.name, 'It is no .zip, .json, .md or .txt file.')
      else if (file.size > MAX_FILE_BYTES) found.fault(file.name, tooLarge(MAX_FILE_BYTES))
      else await found.take({ name: file.name, text: await file.text(), modified: file.lastModified })
    }
    return { entries: found.entries, faults: found.faults, notes: found.notes, ignored: found.ignored }
  },

  async write(format: ArchiveFormat, entries: readonly LogEntry[]): Promise<Blob> {
    if (format === 'text') return new Blob([exportText(entries)], { type: 'text/markdown;charset=utf-8' })
    if (format === 'json') return new Blob([archiveText(entries)], { type: 'application/json' })
    const zip = new ZipWriter(new BlobWriter('application/zip'))
    for (const entry of entries)
      await zip.add(markdownFileName(entry), new TextReader(markdownFile(entry)), {
        lastModDate: new Date(entry.timestamp ?? 0),
      })
    return zip.close()
  },
}

export type ArchiveWorker = typeof worker

/** What has been found in files so far. */
class Found {
  readonly entries: ImportedEntry[] = []
  readonly faults: ImportFault[] = []
  readonly notes: ImportFault[] = []
  ignored = 0

  async take(file: Parameters<typeof readImport>[0]): Promise<void> {
    const { entries, faults, notes } = await readImport(file, hash)
    for (const entry of entries) this.entries.push(entry)
    for (const fault of faults) this.faults.push(fault)
    for (const note of notes) this.notes.push(note)
  }

  fault(where: string, what: string): void {
    this.faults.push({ where, what })
  }
}

async function readZip(file: File, found: Found): Promise<void> {
  const zip = new ZipReader(new BlobReader(file), { filenameValidation: 'tolerant' })
  let left = MAX_BYTES
  let files = 0
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (++files > MAX_FILES)
        return found.fault(file.name, `It holds more than ${MAX_FILES} files; the rest was not read.`)
      const where = `${file.name}: ${entry.filename}`
      // Nothing is written to these paths; but whoever made one is not to be trusted with more.
      if (LEADS_OUT.test(entry.filename)) {
        found.fault(where, 'Its path leads out of the archive: it was not read.')
        continue
      }
      if (entry.directory || HIDDEN.test(entry.filename)) continue
      if (!READABLE.test(entry.filename)) {
        found.ignored++
        continue
      }
      if (entry.encrypted) {
        found.fault(where, 'It is encrypted.')
        continue
      }
      if (left <= 0) return found.fault(file.name, `${tooLarge(MAX_BYTES)} The rest was not read.`)
      const most = Math.min(left, MAX_FILE_BYTES)
      const text = await inflate(entry, most, (bytes) => (left -= bytes)).catch((error: unknown) => {
        found.fault(where, error instanceof TooLarge ? tooLarge(most) : 'It is damaged.')
        return undefined
      })
      if (text !== undefined) await found.take({ name: entry.filename, text, modified: entry.lastModDate.getTime() })
    }
  } catch {
    found.fault(file.name, 'It is no zip archive, or a damaged one.')
  } finally {
    await zip.close()
  }
}

class TooLarge extends Error {}

/** The text of a file, however large it says it is: beyond the limit it is given up. */
async function inflate(entry: FileEntry, most: number, onRead: (bytes: number) => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      bytes += chunk.length
      onRead(chunk.length)
      if (bytes > most) throw new TooLarge()
      text += decoder.decode(chunk, { stream: true })
    },
  })
  try {
    await entry.getData(sink, { checkOverlappingEntry: true })
  } catch (error) {
    throw bytes > most ? new TooLarge() : error
  }
  return text + decoder.decode()
}

const tooLarge = (bytes: number): string => `It is larger than ${Math.round(bytes / 1_000_000)} MB.`

async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, ID_CHARACTERS)
}

expose(worker)
