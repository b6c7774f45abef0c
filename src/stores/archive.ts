import type { StateCreator } from 'zustand'
import type { Draft } from '#domain/entry/draft.ts'
import { exportFileName } from '#domain/archive/exportText.ts'
import type { ImportedEntry, ImportIssue } from '#domain/archive/importedEntry.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { myDataFileName, myDataText } from '#domain/archive/myData.ts'
import { isPermanentRejection } from '#domain/errors.ts'
import { IMPORT_ISSUE } from '#domain/texts/importIssues.ts'
import type { ArchiveIo } from '#src/io/archive/archive.ts'
import type { ArchiveFormat } from '#src/io/archive/worker.ts'
import type { SessionUser } from '#src/io/session.ts'
import type { importBatch } from '#src/io/firebase/importEntries.ts'
import type { MyDataIo } from '#src/io/firebase/myData.ts'
import type { UserSession } from './session.ts'
import { defineUserStore } from './userStore.ts'

/** The state of an import. First the chosen files are read; nothing is written. Then the user starts the import. */
export type ImportState =
  | { readonly step: 'none' | 'reading' }
  | {
      readonly step: 'ready' | 'importing' | 'done' | 'canceled' | 'failed'
      readonly fresh: readonly ImportedEntry[]
      /**
       * The number of entries that are skipped because they are already in the journal or occur more than once in the
       * files.
       */
      readonly duplicates: number
      readonly errors: readonly ImportIssue[]
      /** Notes about entries that are not imported exactly as they are in the file. */
      readonly notes: readonly ImportIssue[]
      /** For each file extension, the number of files in archives that are ignored because of their type. */
      readonly ignored: Readonly<Record<string, number>>
      readonly added: number
      /** The number of entries in `fresh` that have been processed. */
      readonly handled: number
    }

export type ArchiveState = {
  readonly importing: ImportState
  /** Parses files, and sets `importing` to the plan for importing them. */
  readonly readFiles: (files: readonly File[], known: readonly LogEntry[]) => Promise<void>
  /** Runs the import. Needs the server. */
  readonly runImport: () => Promise<void>
  /** Stops the import. Added entries stay in the journal; `runImport` continues with the remaining entries. */
  readonly cancel: () => void
  readonly reset: () => void
  readonly save: (format: ArchiveFormat, entries: readonly LogEntry[]) => Promise<void>
  /** Saves all data that is stored about a user, including the drafts on this device, as a file. Needs the server. */
  readonly saveMyData: (
    account: SessionUser,
    drafts: readonly Draft[],
    onRead: (entries: number) => void,
  ) => Promise<void>
}

/** The code that finds duplicates is lazy, because this store is part of the first screen. */
const loadDuplicates = () => import('#domain/archive/duplicates.ts')

const BATCH_SIZE = 50
/** How long to wait for the server's time before files are parsed. The import requests the time again. */
const SERVER_TIME_TIMEOUT_MS = 3000

const ENDINGS: { readonly [format in ArchiveFormat]: string } = { text: 'md', json: 'json', zip: 'zip' }

type ImportIo = { readonly importBatch: typeof importBatch }

type ArchiveDeps = {
  readonly archive: ArchiveIo
  readonly logs: () => Promise<ImportIo>
  readonly myData: () => Promise<MyDataIo>
  /** Resolves with the server's current time in milliseconds since 1970. Needs the network. */
  readonly serverTime: () => Promise<number>
  readonly saveFile: (name: string, content: Blob) => void
  readonly now: () => number
}

export const archiveState =
  (session: UserSession, loadDeps: () => Promise<ArchiveDeps>): StateCreator<ArchiveState> =>
  (set, get) => {
    /** The current import. It is aborted when other files are read and on every reset. Its late results are ignored. */
    let current = new AbortController()
    /** The current run of the import. When it is aborted, it stops after its current batch. */
    let running = new AbortController()
    const beginImport = (): AbortSignal => {
      current.abort()
      running.abort()
      current = new AbortController()
      return current.signal
    }
    /** Resolves when the batch in progress has been written. A run that continues the import must wait for this. */
    let pendingBatch: Promise<unknown> = Promise.resolve()
    session.onEnd(() => get().reset())
    return {
      importing: { step: 'none' },
      async readFiles(files, known) {
        const signal = beginImport()
        set({ importing: { step: 'reading' } })
        const [{ partitionDuplicates }, { archive, serverTime }] = await Promise.all([loadDuplicates(), loadDeps()])
        const { entries, errors, ignored, ...reading } = await archive.read(files, await withTimeout(serverTime()))
        if (signal.aborted) return
        const { fresh, duplicates, notes: sorted } = partitionDuplicates(entries, known)
        const notes = [...reading.notes, ...sorted]
        set({
          importing: {
            step: 'ready',
            fresh,
            duplicates: duplicates.length,
            errors,
            notes,
            ignored,
            added: 0,
            handled: 0,
          },
        })
      },
      async runImport() {
        const { uid } = session
        const { importing } = get()
        if (uid === null || !('fresh' in importing) || importing.step === 'importing') return
        running.abort()
        running = new AbortController()
        const { signal } = running
        set({ importing: { ...importing, step: 'importing' } })
        try {
          const { logs: database, serverTime } = await loadDeps()
          const [logs, latest] = await Promise.all([database(), serverTime()])
          await pendingBatch
          if (signal.aborted) return
          clampTimes(latest)
          let size = BATCH_SIZE
          for (;;) {
            const { importing: now } = get()
            if (signal.aborted || !('fresh' in now)) return
            const batch = now.fresh.slice(now.handled, now.handled + size)
            if (batch.length === 0) return finish('done')
            const part = add(logs, uid, batch)
            pendingBatch = part.catch(() => {})
            // A single invalid entry makes the database reject the whole batch. Smaller batches find this entry.
            if (!(await part)) size = batch.length === 1 ? BATCH_SIZE : Math.ceil(batch.length / 2)
          }
        } catch (error) {
          if (signal.aborted) return
          finish('failed')
          throw error
        }
      },
      cancel() {
        running.abort()
        finish('canceled')
      },
      reset() {
        beginImport()
        set({ importing: { step: 'none' } })
      },
      async save(format, entries) {
        const { archive, saveFile, now } = await loadDeps()
        saveFile(exportFileName(now(), ENDINGS[format]), await archive.write(format, entries))
      },
      async saveMyData(account, drafts, onRead) {
        const { myData, saveFile, now } = await loadDeps()
        const stored = await (await myData()).read(account.uid, onRead)
        const at = now()
        saveFile(myDataFileName(at), new Blob([myDataText(at, { account, ...stored, drafts })]))
      },
    }

    /** Limits the times of entries to the server's current time, because this device's clock may be wrong. */
    function clampTimes(latest: number): void {
      const { importing } = get()
      if (!('fresh' in importing)) return
      const late = new Set(
        importing.fresh
          .slice(importing.handled)
          .filter(({ time, updated }) => Math.max(time, updated ?? time) > latest),
      )
      if (late.size === 0) return
      const notes = [...late].map(({ where }) => ({
        where,
        what: IMPORT_ISSUE.serverTime,
      }))
      const fresh = importing.fresh.map((entry) => (late.has(entry) ? noLaterThan(latest, entry) : entry))
      set({ importing: { ...importing, fresh, notes: [...importing.notes, ...notes] } })
    }

    /**
     * Imports a batch. Resolves with false if the database has rejected the batch. A single invalid entry is enough for
     * a rejection.
     */
    async function add(logs: ImportIo, uid: string, batch: readonly ImportedEntry[]): Promise<boolean> {
      const { signal } = current
      let reason = ''
      const duplicates = await loadDuplicates()
      const there = await logs.importBatch(uid, batch).catch((error: unknown) => {
        if (!isPermanentRejection(error)) throw error
        reason = error instanceof Error ? error.message : IMPORT_ISSUE.noReason
        return undefined
      })
      const { importing } = get()
      if (signal.aborted || !('fresh' in importing)) return true
      const [only] = batch
      if (there) set({ importing: withImported(importing, batch, there, duplicates) })
      else if (only && batch.length === 1) set({ importing: withRejected(importing, only, reason) })
      return there !== undefined
    }

    function finish(step: 'done' | 'canceled' | 'failed'): void {
      const { importing } = get()
      if ('fresh' in importing) set({ importing: { ...importing, step } })
    }
  }

/**
 * Returns the state of the import after the database has rejected a batch with only one entry. The state contains an
 * error for this entry.
 */
const withRejected = (
  importing: Extract<ImportState, { fresh: unknown }>,
  { where }: ImportedEntry,
  reason: string,
): ImportState => ({
  ...importing,
  errors: [...importing.errors, { where, what: IMPORT_ISSUE.rejected(reason) }],
  handled: importing.handled + 1,
})

/**
 * Returns the state of the import after a batch was written. `existing` contains the entries of the batch that the
 * server already had. The device may lack these entries, because they are deleted or because another device has
 * just added them. If an existing entry has the same id but another text, the imported entry is queued again with a new
 * id.
 */
function withImported(
  importing: Extract<ImportState, { fresh: unknown }>,
  batch: readonly ImportedEntry[],
  existing: readonly LogEntry[],
  { unusedId, isSameText }: Awaited<ReturnType<typeof loadDuplicates>>,
): ImportState {
  const byId = new Map(existing.map((entry) => [entry.id, entry]))
  const found = batch.flatMap((entry) => {
    const place = byId.get(entry.id)
    return place ? [{ entry, place, isSame: isSameText(entry.content, place.content) }] : []
  })
  const deleted = found.filter(({ isSame, place }) => isSame && place.deleted).map(({ entry }) => entry)
  const others = found.filter(({ isSame }) => !isSame).map(({ entry }) => entry)
  // A new id must not be in use, because two entries with the same id would become one entry.
  const taken = new Set(importing.fresh.map(({ id }) => id))
  const again = others.map((entry) => {
    const id = unusedId(entry.id, taken)
    taken.add(id)
    return { ...entry, id }
  })
  return {
    ...importing,
    fresh: [...importing.fresh, ...again],
    notes: [...importing.notes, ...others.map(({ where }) => ({ where, what: IMPORT_ISSUE.idInUse }))],
    errors: [...importing.errors, ...deleted.map(({ where }) => ({ where, what: IMPORT_ISSUE.deletedHere }))],
    duplicates: importing.duplicates + found.length - deleted.length - others.length,
    added: importing.added + batch.length - found.length,
    handled: importing.handled + batch.length,
  }
}

const noLaterThan = (latest: number, { time, updated, ...entry }: ImportedEntry): ImportedEntry => ({
  ...entry,
  time: Math.min(time, latest),
  updated: updated === null ? null : Math.min(updated, latest),
})

/** Resolves with the server's time. If the time is still unknown after the timeout, resolves with Infinity. */
const withTimeout = (time: Promise<number>): Promise<number> =>
  Promise.race([
    time.catch(() => Number.POSITIVE_INFINITY),
    new Promise<number>((resolve) => setTimeout(resolve, SERVER_TIME_TIMEOUT_MS, Number.POSITIVE_INFINITY)),
  ])

export const useArchive = defineUserStore((session) =>
  archiveState(session, async () => ({
    archive: (await import('#src/io/archive/archive.ts')).archiveIo,
    logs: () => import('#src/io/firebase/importEntries.ts'),
    myData: async () => (await import('#src/io/firebase/myData.ts')).myDataIo,
    serverTime: async () => (await import('#src/io/firebase/serverTime.ts')).serverTime(),
    saveFile: (await import('#src/io/exportFile.ts')).downloadFile,
    now: Date.now,
  })),
)
