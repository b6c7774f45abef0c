import { releaseProxy, wrap } from 'comlink'
import type { LogEntry } from '#domain/entry/entry.ts'
import type { ArchiveFormat, ArchiveWorker, FilesReading } from './worker.ts'

/** The door to files that hold a journal: read and written off the page's thread. */
export type ArchiveIo = {
  /**
   * What can be imported of files that were chosen; what cannot is said.
   * @param latest the server's now in milliseconds since 1970, or Infinity while that is not known
   */
  readonly read: (files: readonly File[], latest: number) => Promise<FilesReading>
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
