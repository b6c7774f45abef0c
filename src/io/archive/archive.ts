import { releaseProxy, wrap } from 'comlink'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { ArchiveFormat, ArchiveWorker, ParsedFiles } from './worker.ts'

/** Reads and writes archive files in a worker, so that the page's thread is not blocked. */
export type ArchiveIo = {
  /**
   * Parses the files that the user has chosen. The result lists the entries that can be imported, and an issue for
   * everything that cannot be imported.
   * @param latest the server's current time in milliseconds since 1970, or Infinity if it is unknown
   */
  readonly read: (files: readonly File[], latest: number) => Promise<ParsedFiles>
  readonly write: (format: ArchiveFormat, entries: readonly LogEntry[]) => Promise<Blob>
}

export const archiveIo: ArchiveIo = {
  read: (files, latest) => withWorker((worker) => worker.read(files, latest)),
  write: (format, entries) => withWorker((worker) => worker.write(format, entries)),
}

async function withWorker<Result>(
  work: (worker: ReturnType<typeof wrap<ArchiveWorker>>) => Promise<Result>,
): Promise<Result> {
  const thread = new Worker(new URL('worker.ts', import.meta.url), { type: 'module', name: 'archive' })
  const worker = wrap<ArchiveWorker>(thread)
  try {
    return await work(worker)
  } finally {
    worker[releaseProxy]()
    thread.terminate()
  }
}
