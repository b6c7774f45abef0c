import { releaseProxy, wrap } from 'comlink'
import type { LogEntry } from '#domain/log.ts'
import type { ArchiveFormat, ArchiveWorker, FilesReading } from './worker.ts'

/** The door to files that hold a journal: read and written off the page's thread. */
export type ArchiveIo = {
  /** What can be imported of files that somebody has chosen; what cannot is said. */
  readonly read: (files: readonly File[]) => Promise<FilesReading>
  readonly write: (format: ArchiveFormat, entries: readonly LogEntry[]) => Promise<Blob>
}

export const archiveIo: ArchiveIo = {
  read: (files) => withWorker((worker) => worker.read(files)),
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
