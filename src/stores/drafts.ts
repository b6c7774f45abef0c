import type { StateCreator } from 'zustand'
import { contentOf } from '#domain/entry/content.ts'
import { hasUnsavedChanges, type Draft } from '#domain/entry/draft.ts'
import type { EntryMetadata } from '#domain/entry/entry.ts'
import { DEFAULT_FREQUENCY } from '#domain/dial/frequency.ts'
import { WriteRefused, WriteUnavailable } from '#domain/errors.ts'
import type { QueuedOperation } from '#domain/journal/operations.ts'
import { draftsIo, type DraftsIo } from '#src/io/drafts.ts'
import type { Journal, JournalListener, KeyedOperation } from '#src/io/journal/journal.ts'
import type { ReleaseLock } from '#src/io/locks.ts'
import type { UserSession } from './session.ts'
import { whenJournalLoads } from './sessionJournal.ts'
import { defineUserStore } from './userStore.ts'

export type DraftsState = {
  /** The drafts that are being written, and the submitted drafts that the server has not saved, by key. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** Whether the last draft could not be stored because the device's storage is full or blocked. */
  readonly storageFailed: boolean
  /** The id of the last new entry that was submitted in this tab, until its row has been shown. */
  readonly newEntryId: string | null
  readonly endNewEntry: () => void
  /**
   * The last draft that was rejected in this tab. `awaited` is false if the draft was submitted before a reload or by a
   * tab that has closed.
   */
  readonly lastRejected: { readonly draft: Draft; readonly awaited: boolean } | null
  readonly open: () => Promise<void>
  /** Whether the stored drafts are known. */
  readonly isOpen: boolean
  /** Removes all drafts of the user from the device when the user signs out. */
  readonly removeAll: () => void
  /** Stores a draft on the device within half a second. Removes the draft if it contains no changes. */
  readonly write: (draft: Draft) => void
  /** Immediately stores a draft that `write` has not stored yet. */
  readonly flush: () => void
  readonly discard: (key: string) => void
  /**
   * Submits a draft as an operation of the journal, and keeps it until the server has saved it. Resolves when the server
   * has answered; while the device is offline, the promise stays pending. If the server rejects the draft, the promise
   * rejects, and the draft is kept with the state `refused`. The draft of a new entry needs `metadata`.
   */
  readonly submit: (draft: Draft, metadata?: EntryMetadata) => Promise<'saved' | 'conflict'>
  /**
   * Locks a draft for this tab. Resolves with a function that releases the lock, or with undefined if another tab has
   * locked the draft.
   */
  readonly acquire: (key: string) => Promise<ReleaseLock | undefined>
  readonly lockedKeys: () => Promise<ReadonlySet<string>>
  /** Resolves when no tab has locked the draft. Rejects when the signal is aborted. */
  readonly whenReleased: (key: string, signal: AbortSignal) => Promise<void>
  /** Incremented when this tab locks or releases a draft. The result of `lockedKeys` then changes. */
  readonly lockRevision: number
}

const SAVE_DEBOUNCE_MS = 500

type DraftsJournal = Pick<Journal, 'enqueue' | 'whenAnswered' | 'subscribe'>

export const draftsState =
  (
    session: UserSession,
    loadJournal: () => Promise<DraftsJournal>,
    storage: DraftsIo,
    wait: (ms: number) => Promise<void>,
  ): StateCreator<DraftsState> =>
  (set, get) => {
    const { uid, signal } = session
    let unsavedDraft: Draft | undefined
    /** The reasons why the server has refused drafts, by key. */
    const errors = new Map<string, Error>()

    const storeDraft = (draft: Draft): void => {
      if (uid === null || signal.aborted) return
      const written = storage.write(uid, draft)
      set({ drafts: new Map(get().drafts).set(draft.key, draft), storageFailed: !written })
    }

    const removeDraft = (key: string): void => {
      if (uid === null) return
      if (unsavedDraft?.key === key) unsavedDraft = undefined
      storage.remove(uid, key)
      const left = new Map(get().drafts)
      if (left.delete(key)) set({ drafts: left })
    }

    const reject = (draft: Draft, state: 'writing' | 'conflict' | 'refused', awaited: boolean): void => {
      storeDraft({ ...draft, state })
      set({ lastRejected: { draft, awaited } })
    }

    /** Handles the server's answer to an operation, before the operation leaves the queue. */
    const onAnswer: JournalListener['onAnswer'] = ({ queued, outcome, isAwaited, error }) => {
      if (outcome === 'saved') return removeSubmitted(queued.key)
      const sent = draftFrom(queued)
      if (!sent) return
      // If an earlier page has closed before the operation left the queue, the user may have changed the draft since.
      const draft = get().drafts.get(sent.key) ?? sent
      if (outcome === 'refused' && error instanceof Error) errors.set(draft.key, error)
      reject(draft, outcome === 'conflict' && draft.base !== null ? 'conflict' : 'refused', isAwaited)
    }

    const removeSubmitted = (key: string): void => {
      if (get().drafts.get(key)?.state === 'sent') removeDraft(key)
    }

    const load = async (): Promise<DraftsJournal> => {
      const opened = await loadJournal()
      opened.subscribe({ onAnswer })
      return opened
    }
    let journal: Promise<DraftsJournal> | undefined
    const openJournal = () => (journal ??= load())

    /**
     * Queues the drafts that an earlier page has submitted, in the order in which the user has written them. A draft that
     * is already queued stays in the queue once.
     */
    const enqueueSubmitted = async (): Promise<void> => {
      const { enqueue } = await openJournal()
      const submitted = [...get().drafts.values()].filter(({ state }) => state === 'sent')
      const inOrder = submitted.toSorted((a, b) => a.savedAt - b.savedAt)
      if (inOrder.length > 0) await enqueue(inOrder.map(operationOf), true)
    }

    // The state can no longer change, but a text that was just written must be stored.
    session.onEnd(() => {
      if (uid !== null && unsavedDraft) storage.write(uid, unsavedDraft)
    })

    return {
      drafts: new Map(),
      isOpen: false,
      storageFailed: false,
      newEntryId: null,
      lastRejected: null,
      lockRevision: 0,
      async open() {
        if (uid === null) return
        // A rejected text becomes a draft, so this store has to listen before the journal sends anything.
        void openJournal()
        const stored = new Map(storage.readAll(uid).map((draft) => [draft.key, draft]))
        set({ isOpen: true, drafts: new Map([...stored, ...get().drafts]) })
        session.onEnd(
          storage.watch(uid, (key, draft) => {
            const drafts = new Map(get().drafts)
            if (draft) drafts.set(key, draft)
            else drafts.delete(key)
            set({ drafts })
          }),
        )
        // A browser without databases has no backup of the drafts.
        const found = await storage.recover(uid).catch(() => [])
        if (signal.aborted) return
        if (found.length > 0)
          set({ drafts: new Map([...get().drafts, ...found.map((draft): [string, Draft] => [draft.key, draft])]) })
        await enqueueSubmitted()
      },
      removeAll() {
        unsavedDraft = undefined
        if (uid !== null) storage.removeAll(uid)
        set({ drafts: new Map() })
      },
      write(draft) {
        if (unsavedDraft?.key !== draft.key) get().flush()
        if (!hasUnsavedChanges(draft)) return removeDraft(draft.key)
        const waits = unsavedDraft !== undefined
        unsavedDraft = draft
        if (!waits) void wait(SAVE_DEBOUNCE_MS).then(() => get().flush())
      },
      flush() {
        if (unsavedDraft) storeDraft(unsavedDraft)
        unsavedDraft = undefined
      },
      discard: removeDraft,
      async submit(draft, metadata) {
        const verb = draft.base === null ? 'add' : 'update'
        if (uid === null) throw new WriteUnavailable(verb)
        get().flush()
        const sent: Draft = { ...draft, state: 'sent', ...(metadata && { metadata }) }
        storeDraft(sent)
        if (draft.base === null) set({ newEntryId: draft.id })
        const { enqueue, whenAnswered } = await openJournal()
        const answered = whenAnswered(draft.key)
        await enqueue([operationOf(sent)])
        const outcome = await answered
        // The answer may have arrived in another tab.
        if (outcome === 'saved') removeSubmitted(draft.key)
        if (outcome !== 'refused') return outcome
        throw errors.get(draft.key) ?? new WriteRefused()
      },
      endNewEntry: () => set({ newEntryId: null }),
      async acquire(key) {
        if (uid === null) return () => Promise.resolve()
        const release = await storage.acquire(uid, key)
        if (!release) return undefined
        set({ lockRevision: get().lockRevision + 1 })
        return async () => {
          await release()
          set({ lockRevision: get().lockRevision + 1 })
        }
      },
      lockedKeys: () => (uid === null ? Promise.resolve(new Set()) : storage.lockedKeys(uid)),
      whenReleased: (key, ended) => (uid === null ? Promise.resolve() : storage.whenReleased(uid, key, ended)),
    }
  }

/** Returns the operation that sends a draft. */
function operationOf({ key, id, base, metadata, ...draft }: Draft): KeyedOperation {
  const content = contentOf(draft)
  if (base !== null) return { key, operation: { kind: 'edit', id, base, mine: content } }
  const written = metadata ?? { ...UNKNOWN_METADATA, clientTime: draft.savedAt }
  return { key, operation: { kind: 'add', id, content, metadata: written } }
}

/** A draft of an older version of the app may lack its metadata. */
const UNKNOWN_METADATA = { timeZone: 'UTC', frequency: DEFAULT_FREQUENCY, source: 'typed' } as const

/** Returns the draft of an operation that the server has not saved; undefined if the operation has no text. */
function draftFrom({ key, at, operation }: QueuedOperation): Draft | undefined {
  const rest = { key, savedAt: at, state: 'sent' } as const
  if (operation.kind === 'edit' && !operation.isBulk)
    return { ...rest, id: operation.id, ...operation.mine, base: operation.base }
  if (operation.kind === 'add')
    return { ...rest, id: operation.id, ...operation.content, base: null, metadata: operation.metadata }
  return undefined
}

export const useDrafts = defineUserStore((session) =>
  draftsState(
    session,
    () => whenJournalLoads(session),
    draftsIo,
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ),
)
