import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'

/*
 * Reads and writes files with one record per line. A line has the length of the JSON in bytes and its CRC-32 (eight
 * hexadecimal digits each), a space and the JSON. JSON contains no raw line feed, so reading continues at the line
 * after a damaged record, and a damaged byte loses only one record.
 */
const HEAD = /^([0-9a-f]{8})([0-9a-f]{8}) $/
const HEAD_BYTES = 17
const LINE_FEED = 10
const CHUNK_BYTES = 1 << 20
/** Replaces the descriptor of a closed file, because the operating system soon reuses the number of that descriptor. */
const CLOSED = -1

/** Bytes that are not a valid record: damaged bytes, or an unfinished write at the end of the file. */
export type Corruption = { readonly offset: number; readonly bytes: number; readonly isUnfinished: boolean }

export type RecordFile = {
  /** The offset after the last record. */
  readonly end: number
  /** Appends a record and returns when the record is on disk. Throws if the file is closed. */
  append(record: object): void
  close(): void
}

/**
 * Reads all valid records in order and reports the invalid bytes between them.
 * @param onRecord called with the parsed JSON of each record
 * @returns the offset after the last valid record, where the next record is appended
 */
export function readRecords(
  file: string,
  onRecord: (record: unknown) => void,
  onCorruption: (corruption: Corruption) => void,
): number {
  if (!existsSync(file)) return 0
  const reader = new Reader(file)
  let at = 0
  let end = 0
  let corruptStart: number | undefined
  const reportCorruption = (until: number, isUnfinished: boolean) => {
    if (corruptStart !== undefined && until > corruptStart)
      onCorruption({ offset: corruptStart, bytes: until - corruptStart, isUnfinished })
    corruptStart = undefined
  }
  try {
    while (at < reader.size) {
      const json = recordAt(reader, at)
      if (json !== undefined) {
        reportCorruption(at, false)
        onRecord(JSON.parse(json.toString()))
        end = at = Math.min(at + HEAD_BYTES + json.length + 1, reader.size)
        continue
      }
      const lineFeed = reader.indexOf(LINE_FEED, at)
      if (lineFeed === -1) {
        // Only a line without a line feed can be an unfinished write. All lines before this line were written
        // completely.
        reportCorruption(at, false)
        corruptStart = at
        reportCorruption(reader.size, true)
        break
      }
      corruptStart ??= at
      at = lineFeed + 1
    }
    reportCorruption(reader.size, false)
    return end
  } finally {
    reader.close()
  }
}

/** Opens a file to append at `end`, the offset that `readRecords` returned. Removes all bytes after `end`. */
export function openForAppend(file: string, end: number): RecordFile {
  let fd = openSync(file, existsSync(file) ? 'r+' : 'w+')
  ftruncateSync(fd, end)
  let at = end
  const write = (bytes: Buffer) => {
    writeAll(fd, bytes, at)
    at += bytes.length
  }
  const last = Buffer.alloc(1)
  if (end > 0 && readSync(fd, last, 0, 1, end - 1) === 1 && last[0] !== LINE_FEED) write(Buffer.from('\n'))
  fsyncSync(fd)
  syncFolder(file)
  return {
    get end() {
      return at
    },
    append(record) {
      const start = at
      try {
        write(encodeRecord(record))
        fdatasyncSync(fd)
      } catch (error) {
        // The disk may be full. The record was not acknowledged, so the next start must not find the record.
        at = start
        ftruncateSync(fd, start)
        throw error
      }
    },
    close() {
      if (fd !== CLOSED) closeSync(fd)
      fd = CLOSED
    },
  }
}

/**
 * Writes all bytes. A single `writeSync` may write fewer bytes than requested, for example if the disk is nearly full.
 */
function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, position + done)
}

/**
 * Writes all records to a temporary file for `replaceWithTemp`. If writing fails, throws and leaves `file` unchanged.
 * @returns the size of the temporary file in bytes
 */
export function writeTempRecords(file: string, records: Iterable<object>): number {
  const fd = openSync(tempPathOf(file), 'w')
  let size = 0
  try {
    let pending: Buffer[] = []
    let bytes = 0
    const flush = () => {
      writeAll(fd, Buffer.concat(pending), size)
      size += bytes
      pending = []
      bytes = 0
    }
    for (const record of records) {
      const frame = encodeRecord(record)
      pending.push(frame)
      bytes += frame.length
      if (bytes > CHUNK_BYTES) flush()
    }
    flush()
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return size
}

/**
 * Replaces `file` atomically with the temporary file. The caller then calls `openForAppend`, which syncs the folder.
 */
export const replaceWithTemp = (file: string): void => renameSync(tempPathOf(file), file)

const tempPathOf = (file: string): string => `${file}.new`

function encodeRecord(record: object): Buffer {
  const json = Buffer.from(JSON.stringify(record))
  const head = `${hex(json.length)}${hex(crc32(json))} `
  return Buffer.concat([Buffer.from(head), json, Buffer.from('\n')])
}

const hex = (number: number): string => number.toString(16).padStart(8, '0')

function recordAt(reader: Reader, at: number): Buffer | undefined {
  const match = HEAD.exec(reader.slice(at, HEAD_BYTES).toString('latin1'))
  if (!match) return undefined
  const length = Number.parseInt(match[1] ?? '', 16)
  if (at + HEAD_BYTES + length > reader.size) return undefined
  const json = reader.slice(at + HEAD_BYTES, length)
  return crc32(json) === Number.parseInt(match[2] ?? '', 16) ? json : undefined
}

/** Syncs the directory entry of a new file to disk. Windows has no such system call and does not need it. */
function syncFolder(file: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(path.dirname(file), 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** Reads a file through a buffer that moves forward. A slice is valid until the next call of the reader. */
class Reader {
  readonly size: number
  readonly #fd: number
  #buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  #window = this.#buffer.subarray(0, 0)
  #start = 0

  constructor(file: string) {
    this.#fd = openSync(file, 'r')
    this.size = fstatSync(this.#fd).size
  }

  slice(at: number, length: number): Buffer {
    this.#fill(at, length)
    return this.#window.subarray(at - this.#start, at - this.#start + length)
  }

  indexOf(byte: number, from: number): number {
    for (let at = from; at < this.size; at += CHUNK_BYTES) {
      const found = this.slice(at, Math.min(CHUNK_BYTES, this.size - at)).indexOf(byte)
      if (found !== -1) return at + found
    }
    return -1
  }

  close(): void {
    closeSync(this.#fd)
  }

  #fill(at: number, length: number): void {
    if (at >= this.#start && at + length <= this.#start + this.#window.length) return
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(length)
    let read = 0
    while (read < this.#buffer.length) {
      const bytes = readSync(this.#fd, this.#buffer, read, this.#buffer.length - read, at + read)
      if (bytes === 0) break
      read += bytes
    }
    this.#window = this.#buffer.subarray(0, read)
    this.#start = at
  }
}
