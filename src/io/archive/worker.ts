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
import { archiveText, markdownFile, markdownFileName } from '#domain/archive/archive.ts'
import { normalizeArchivePath, isSystemFile, isOutsideArchive } from '#domain/archive/archivePaths.ts'
import { exportText } from '#domain/archive/exportText.ts'
import { readImport, type ParsedImport } from '#domain/archive/importing.ts'
import { type ImportedEntry, type ImportIssue } from '#domain/archive/importedEntry.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { decodeText } from '#domain/archive/textEncoding.ts'
import { IMPORT_ISSUE } from '#domain/texts/importIssues.ts'

/** zip.js must not start workers: this code already runs in a worker, and the browser inflates natively. */
configure({ useWebWorkers: false })

export type ArchiveFormat = 'text' | 'json' | 'zip'

export type ParsedFiles = ParsedImport & {
  /**
   * For each file extension, the number of files in archives that are ignored because of their type, such as pictures.
   */
  readonly ignored: Readonly<Record<string, number>>
}

/** These limits protect against zip bombs. */
const MAX_FILES = 50_000
const MAX_FILE_BYTES = 64_000_000
const MAX_BYTES = 256_000_000
const ID_CHARACTERS = 32
/**
 * The earliest accepted date. January 1, 1980, counts as a missing date: it is the first possible date in a zip
 * archive, and programs write it if they know no date.
 */
const FIRST_DATE = new Date(1980, 0, 2).getTime()
/** The compression methods that can be read: 0 is uncompressed, 8 is deflate. */
const COMPRESSIONS: readonly number[] = [0, 8]

const READABLE = /\.(?:json|md|markdown|txt)$/i
const ZIP = /\.zip$/i

const worker = {
  /** @param latest the server's current time in milliseconds since 1970, or Infinity if it is unknown */
  async read(files: readonly File[], latest: number): Promise<ParsedFiles> {
    const collector = new ImportCollector(latest)
    for (const file of files) {
      if (ZIP.test(file.name)) await readZip(file, file.name, file.lastModified, collector)
      else if (!READABLE.test(file.name)) collector.addError(file.name, IMPORT_ISSUE.unsupportedFile)
      else if (file.size > MAX_FILE_BYTES) collector.addError(file.name, IMPORT_ISSUE.tooLarge(MAX_FILE_BYTES))
      else await collector.addFile(file.name, file.name, file, file.lastModified)
    }
    return collector.reading()
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

/** Collects the entries and issues of all chosen files. */
class ImportCollector {
  readonly #entries: ImportedEntry[] = []
  readonly #errors: ImportIssue[] = []
  readonly #notes: ImportIssue[] = []
  readonly #ignored = new Map<string, number>()
  readonly #latest: number

  constructor(latest: number) {
    this.#latest = latest
  }

  reading(): ParsedFiles {
    const [entries, errors, notes] = [this.#entries, this.#errors, this.#notes]
    return { entries, errors, notes, ignored: Object.fromEntries(this.#ignored) }
  }

  /** @param where describes the file in import issues and notes, including the archives that contain the file */
  async addFile(where: string, name: string, file: Blob, modified: number): Promise<void> {
    try {
      await this.#read(where, name, await bytesOf(file), modified)
    } catch (error) {
      // The file may be a folder, or may have been deleted since it was chosen. The other files are still read.
      console.warn(`${where} could not be read.`, error)
      this.addError(where, IMPORT_ISSUE.unreadableFile)
    }
  }

  async #read(where: string, name: string, bytes: Uint8Array, modified: number): Promise<void> {
    const decoded = decodeText(bytes)
    if (!decoded) return this.addError(where, IMPORT_ISSUE.notText)
    const { text, note: said } = decoded
    if (said !== undefined) this.#notes.push({ where, what: said })
    const { entries, errors, notes } = await readImport({ name, text, modified }, { hash, latest: this.#latest })
    const around = where.slice(0, -name.length)
    const placed = <One extends { readonly where: string }>(one: One): One => ({ ...one, where: around + one.where })
    for (const entry of entries) this.#entries.push(placed(entry))
    for (const error of errors) this.#errors.push(placed(error))
    for (const note of notes) this.#notes.push(placed(note))
  }

  addError(where: string, what: string): void {
    this.#errors.push({ where, what })
  }

  addIgnored(name: string): void {
    const ending = /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? IMPORT_ISSUE.noExtension
    this.#ignored.set(ending, (this.#ignored.get(ending) ?? 0) + 1)
  }
}

/** The number of bytes and files that may still be read from an archive and its nested archives. */
type Budget = { bytes: number; files: number }

/**
 * @param changed when the archive was last changed
 * @param outer the budget of the enclosing archive
 */
async function readZip(
  file: Blob,
  name: string,
  changed: number,
  collector: ImportCollector,
  outer?: Budget,
): Promise<void> {
  const budget = outer ?? { bytes: MAX_BYTES, files: MAX_FILES }
  const zip = new ZipReader(new BlobReader(file), { filenameValidation: 'tolerant' })
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (--budget.files < 0) return collector.addError(name, IMPORT_ISSUE.tooManyFiles(MAX_FILES))
      const path = normalizeArchivePath(entry.filename)
      const where = `${name}: ${path}`
      // The import writes no files, so a path that leads outside the archive does no harm. But it is suspicious, so the
      // file is rejected.
      if (isOutsideArchive(path)) {
        collector.addError(where, IMPORT_ISSUE.pathOutside)
        continue
      }
      if (entry.directory || path.endsWith('/') || isSystemFile(path)) continue
      const isZip = ZIP.test(path)
      if (!isZip && !READABLE.test(path)) {
        collector.addIgnored(path)
        continue
      }
      if (isZip && outer) {
        collector.addError(where, IMPORT_ISSUE.nestedArchive)
        continue
      }
      if (entry.encrypted) {
        collector.addError(where, IMPORT_ISSUE.encrypted)
        continue
      }
      if (!COMPRESSIONS.includes(entry.compressionMethod)) {
        collector.addError(where, IMPORT_ISSUE.unknownCompression)
        continue
      }
      if (budget.bytes <= 0)
        return collector.addError(name, `${IMPORT_ISSUE.tooLarge(MAX_BYTES)} ${IMPORT_ISSUE.restNotRead}`)
      const maxBytes = Math.min(budget.bytes, MAX_FILE_BYTES)
      const inflated = await inflate(entry, maxBytes, (bytes) => (budget.bytes -= bytes)).catch((error: unknown) => {
        collector.addError(where, error instanceof TooLarge ? IMPORT_ISSUE.tooLarge(maxBytes) : IMPORT_ISSUE.damaged)
        return undefined
      })
      if (!inflated) continue
      const dated = entry.lastModDate.getTime()
      const modified = dated >= FIRST_DATE ? dated : changed
      if (isZip) await readZip(inflated, where, modified, collector, budget)
      else await collector.addFile(where, path, inflated, modified)
    }
  } catch {
    collector.addError(name, IMPORT_ISSUE.notZip)
  } finally {
    await zip.close()
  }
}

class TooLarge extends Error {}

/**
 * Inflates a file. Throws `TooLarge` if the content is larger than `maxBytes`. The size that the archive declares may
 * be false.
 */
async function inflate(entry: FileEntry, maxBytes: number, onRead: (bytes: number) => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      bytes += chunk.length
      onRead(chunk.length)
      if (bytes > maxBytes) throw new TooLarge()
      chunks.push(chunk)
    },
  })
  try {
    await entry.getData(sink, { checkOverlappingEntry: true, checkSignature: true })
  } catch (error) {
    throw bytes > maxBytes ? new TooLarge() : error
  }
  return new Blob(chunks)
}

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())

async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, ID_CHARACTERS)
}

expose(worker)
