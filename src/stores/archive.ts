import { create, type StateCreator } from 'zustand'
import type { Draft } from '#domain/entry/draft.ts'
import { exportFileName } from '#domain/archive/exportText.ts'
import type { ImportedEntry, ImportFault } from '#domain/archive/importedEntry.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { myDataFileName, myDataText } from '#domain/archive/myData.ts'
import { isRefusal, refusalText } from '#domain/errors.ts'
import type { ArchiveIo } from '#src/io/archive/archive.ts'
import type { ArchiveFormat } from '#src/io/archive/worker.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { SessionUser } from '#src/io/session.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import type { MyDataIo } from '#src/io/firebase/myData.ts'

/** An import goes from choosing files over a dry run, which writes nothing, to its end. */
export type ImportState =
  | { readonly step: 'none' | 'reading' }
  | {
      readonly step: 'ready' | 'importing' | 'done' | 'cancelled' | 'failed'
      readonly fresh: readonly ImportedEntry[]
      /** There already, here or twice in the files. */
      readonly duplicates: number
      readonly faults: readonly ImportFault[]
      /** What is added otherwise than its file has it. */
      readonly notes: readonly ImportFault[]
      /** Files that are no text: how many there are of each ending. */
      readonly ignored: Readonly<Record<string, number>>
      readonly added: number
      /** How many of the fresh ones have been dealt with. */
      readonly handled: number
    }

export type ArchiveState = {
  readonly importing: ImportState
  /** Reads files and says what an import would do. */
  readonly read: (files: readonly File[], known: readonly LogEntry[]) => Promise<void>
  /** Does it; needs the server. */
  readonly run: (uid: string) => Promise<void>
  /** What has been added stays; `run` goes on with the rest. */
  readonly cancel: () => void
  readonly reset: () => void
  readonly save: (format: ArchiveFormat, entries: readonly LogEntry[]) => Promise<void>
  /** Saves all that is stored about a person, and what they write on this device; needs the server. */
  readonly saveMyData: (
    account: SessionUser,
    drafts: readonly Draft[],
    onRead: (entries: number) => void,
  ) => Promise<void>
}

/** Loaded when it is used: this store is part of the first screen. */
const loadDuplicates = () => import('#domain/archive/duplicates.ts')

const AT_ONCE = 50
/** A reading waits no longer for the server's time: a run asks again. */
const SERVER_TIME_WITHIN_MS = 3000

const ENDINGS: { readonly [format in ArchiveFormat]: string } = { text: 'md', json: 'json', zip: 'zip' }

type Outside = {
  readonly archive: ArchiveIo
  readonly logs: () => Promise<Pick<LogsIo, 'importSome'>>
  readonly myData: () => Promise<MyDataIo>
  /** In milliseconds since 1970; needs the network. */
  readonly serverTime: () => Promise<number>
  readonly saveFile: (name: string, content: Blob) => void
  readonly now: () => number
}

export const archiveState =
  (outside: () => Promise<Outside>): StateCreator<ArchiveState> =>
  (set, get) => {
    /** Grows with every reading and reset: nothing of an older import is noted. */
    let subject = 0
    /** Grows with every start and end of a run: an older one stops after the part it is at. */
    let turn = 0
    /** The part that is on its way: a run that goes on with the rest has to know what became of it. */
    let underWay: Promise<unknown> = Promise.resolve()
    return {
      importing: { step: 'none' },
      async read(files, known) {
        const started = ++subject
        turn++
        set({ importing: { step: 'reading' } })
        const [{ sortOut }, { archive, serverTime }] = await Promise.all([loadDuplicates(), outside()])
        const { entries, faults, ignored, ...reading } = await archive.read(files, await soon(serverTime()))
        if (subject !== started) return
        const { fresh, there, notes: sorted } = sortOut(entries, known)
        const notes = [...reading.notes, ...sorted]
        set({
          importing: { step: 'ready', fresh, duplicates: there.length, faults, notes, ignored, added: 0, handled: 0 },
        })
      },
      async run(uid) {
        const { importing } = get()
        if (!('fresh' in importing) || importing.step === 'importing') return
        const started = ++turn
        set({ importing: { ...importing, step: 'importing' } })
        try {
          const { logs: database, serverTime } = await outside()
          const [logs, latest] = await Promise.all([database(), serverTime()])
          await underWay
          if (turn !== started) return
          bound(latest)
          let size = AT_ONCE
          for (;;) {
            const { importing: now } = get()
            if (turn !== started || !('fresh' in now)) return
            const some = now.fresh.slice(now.handled, now.handled + size)
            if (some.length === 0) return finish('done')
            const part = add(logs, uid, some)
            underWay = part.catch(() => {})
            // One entry that the database refuses makes it refuse its part: smaller parts find it.
            if (!(await part)) size = some.length === 1 ? AT_ONCE : Math.ceil(some.length / 2)
          }
        } catch (error) {
          if (turn !== started) return
          finish('failed')
          throw error
        }
      },
      cancel() {
        turn++
        finish('cancelled')
      },
      reset() {
        subject++
        turn++
        set({ importing: { step: 'none' } })
      },
      async save(format, entries) {
        const { archive, saveFile, now } = await outside()
        saveFile(exportFileName(now(), ENDINGS[format]), await archive.write(format, entries))
      },
      async saveMyData(account, drafts, onRead) {
        const { myData, saveFile, now } = await outside()
        const stored = await (await myData()).read(account.uid, onRead)
        const at = now()
        saveFile(myDataFileName(at), new Blob([myDataText(at, { account, ...stored, drafts })]))
      },
    }

    /** The server's time decides: nothing is stamped later than its now, whatever the clock of this device says. */
    function bound(latest: number): void {
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
        what: 'Its time is in the future: it has the server’s now.',
      }))
      const fresh = importing.fresh.map((entry) => (late.has(entry) ? noLaterThan(latest, entry) : entry))
      set({ importing: { ...importing, fresh, notes: [...importing.notes, ...notes] } })
    }

    /** @returns false where the database refused them: all of them are, for one that it does not take */
    async function add(
      logs: Pick<LogsIo, 'importSome'>,
      uid: string,
      some: readonly ImportedEntry[],
    ): Promise<boolean> {
      const about = subject
      let reason = ''
      const duplicates = await loadDuplicates()
      const there = await logs.importSome(uid, some).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        reason = refusalText(error)
        return undefined
      })
      const { importing } = get()
      if (subject !== about || !('fresh' in importing)) return true
      const [only] = some
      if (there) set({ importing: noted(importing, some, there, duplicates) })
      else if (only && some.length === 1) set({ importing: refused(importing, only, reason) })
      return there !== undefined
    }

    function finish(step: 'done' | 'cancelled' | 'failed'): void {
      const { importing } = get()
      if ('fresh' in importing) set({ importing: { ...importing, step } })
    }
  }

/** One that the database does not take whatever is around it. */
const refused = (
  importing: Extract<ImportState, { fresh: unknown }>,
  { where }: ImportedEntry,
  reason: string,
): ImportState => ({
  ...importing,
  faults: [...importing.faults, { where, what: `The database refused it: ${reason}` }],
  handled: importing.handled + 1,
})

/**
 * What the server has although the search has not: a deleted entry, or one that has just come from elsewhere. Another
 * text under the same id is added once more, under an id of its own.
 */
function noted(
  importing: Extract<ImportState, { fresh: unknown }>,
  some: readonly ImportedEntry[],
  there: readonly LogEntry[],
  { freeId, isSameText, OF_ITS_OWN }: Awaited<ReturnType<typeof loadDuplicates>>,
): ImportState {
  const byId = new Map(there.map((entry) => [entry.id, entry]))
  const found = some.flatMap((entry) => {
    const place = byId.get(entry.id)
    return place ? [{ entry, place, isSame: isSameText(entry.content, place.content) }] : []
  })
  const deleted = found.filter(({ isSame, place }) => isSame && place.deleted).map(({ entry }) => entry)
  const others = found.filter(({ isSame }) => !isSame).map(({ entry }) => entry)
  // Two of one id would be one entry.
  const taken = new Set(importing.fresh.map(({ id }) => id))
  const again = others.map((entry) => {
    const id = freeId(entry.id, taken)
    taken.add(id)
    return { ...entry, id }
  })
  return {
    ...importing,
    fresh: [...importing.fresh, ...again],
    notes: [...importing.notes, ...others.map(({ where }) => ({ where, what: OF_ITS_OWN }))],
    faults: [
      ...importing.faults,
      ...deleted.map(({ where }) => ({ where, what: 'It was deleted here: restore it from the deleted entries.' })),
    ],
    duplicates: importing.duplicates + found.length - deleted.length - others.length,
    added: importing.added + some.length - found.length,
    handled: importing.handled + some.length,
  }
}

const noLaterThan = (latest: number, { time, updated, ...entry }: ImportedEntry): ImportedEntry => ({
  ...entry,
  time: Math.min(time, latest),
  updated: updated === null ? null : Math.min(updated, latest),
})

/** The server's time, or Infinity where it does not come soon. */
const soon = (time: Promise<number>): Promise<number> =>
  Promise.race([
    time.catch(() => Number.POSITIVE_INFINITY),
    new Promise<number>((resolve) => setTimeout(resolve, SERVER_TIME_WITHIN_MS, Number.POSITIVE_INFINITY)),
  ])

export const useArchive = create(
  archiveState(async () => ({
    archive: (await import('#src/io/archive/archive.ts')).archiveIo,
    logs: async () => (await withDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo,
    myData: async () => (await withDatabases(() => import('#src/io/firebase/myData.ts'))).myDataIo,
    serverTime: async () => (await import('#src/io/firebase/serverTime.ts')).serverTime(),
    saveFile: (await import('#src/io/exportFile.ts')).saveFile,
    now: Date.now,
  })),
)
