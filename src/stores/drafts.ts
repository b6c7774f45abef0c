import { create, type StateCreator } from 'zustand'
import { hasUnsavedChanges, type Draft } from '#domain/entry/draft.ts'
import { contentOf } from '#domain/entry/content.ts'
import type { EntryMetadata } from '#domain/entry/entry.ts'
import { WriteUnavailable, isPermanentRejection } from '#domain/errors.ts'
import { loadWithDatabases } from '#src/io/deviceStorage.ts'
import { draftsIo, type DraftsIo } from '#src/io/drafts.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import type { ReleaseLock } from '#src/io/locks.ts'

/**
 * The result of submitting a draft: `saved`; `conflict` if the user has to decide; `left` if the session has ended or
 * another tab sends the draft, so this tab does not send it.
 */
export type SubmitOutcome = 'saved' | 'conflict' | 'left'

export type DraftsState = {
  readonly uid: string | null
  /** The drafts that are being written, and the submitted drafts that the server has not confirmed, by key. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** Whether the last draft could not be stored because the device's storage is full or blocked. */
  readonly storageFailed: boolean
  /** The id of the last new entry that was submitted in this tab, until its row has been shown. */
  readonly newEntryId: string | null
  readonly endNewEntry: () => void
  /** The last submitted draft that the server has confirmed to this tab. Only one tab tracks each submission. */
  readonly lastStored: Draft | null
  /**
   * The last draft that was rejected in this tab. `awaited` is false if the draft was submitted before a reload or by a
   * tab that has closed.
   */
  readonly lastRejected: { readonly draft: Draft; readonly awaited: boolean } | null
  readonly open: (uid: string) => void
  readonly close: () => void
  /** Removes all drafts of a user from the device when the user signs out. */
  readonly removeDraftsOf: (uid: string) => void
  /** Sets whether the database accepts this user, and resumes sending drafts that were submitted before a reload. */
  readonly setUsable: (usable: boolean) => void
  /** Sends pending drafts immediately. Called when the network may be back or another tab may have closed. */
  readonly retry: () => void
  /** Stores a draft on the device within half a second. Removes the draft if it contains no changes. */
  readonly write: (draft: Draft) => void
  /** Immediately stores a draft that `write` has not stored yet. */
  readonly flush: () => void
  readonly discard: (key: string) => void
  /**
   * Submits a draft and keeps it until the server has confirmed it. While the device is offline, the draft stays
   * pending, even after a reload. If the server rejects the draft, the promise rejects, and the draft is kept with the
   * state `refused`. The draft of a new entry needs `metadata`.
   */
  readonly submit: (draft: Draft, metadata?: EntryMetadata) => Promise<SubmitOutcome>
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
const RETRY_MS = 10_000

const CLOSED = {
  uid: null,
  drafts: new Map<string, Draft>(),
  storageFailed: false,
  newEntryId: null,
  lastStored: null,
  lastRejected: null,
} as const

export const draftsState =
  (
    io: () => Promise<Pick<LogsIo, 'add' | 'saveEdit' | 'existsOnDevice' | 'existsOnServer' | 'whenAllSent'>>,
    storage: DraftsIo,
    wait: (ms: number) => Promise<void>,
  ): StateCreator<DraftsState> =>
  (set, get, api) => {
    /** Incremented on every open and close. Results that were requested before the last increment are ignored. */
    let generation = 0
    /** Resolves with true if the database accepts this user. */
    let usable = Promise.withResolvers<boolean>()
    let online = Promise.withResolvers<void>()
    let stopWatching = () => {}
    let isUsable = false
    let unsavedDraft: Draft | undefined
    /** The keys of drafts that this tab is sending. */
    const sending = new Set<string>()

    const storeDraft = (draft: Draft): void => {
      const { uid, drafts } = get()
      if (uid === null) return
      const written = storage.write(uid, draft)
      set({ drafts: new Map(drafts).set(draft.key, draft), storageFailed: !written })
    }

    const removeDraft = (key: string): void => {
      const { uid, drafts } = get()
      if (uid === null) return
      if (unsavedDraft?.key === key) unsavedDraft = undefined
      storage.remove(uid, key)
      const left = new Map(drafts)
      if (left.delete(key)) set({ drafts: left })
    }

    /** Sends a draft, and retries until the server has confirmed or rejected it. */
    const send = async (uid: string, draft: Draft, metadata: EntryMetadata | undefined): Promise<SubmitOutcome> => {
      const started = generation
      for (;;) {
        try {
          if (!(await usable.promise)) throw unavailableError(draft)
          const logsIo = await io()
          if (generation !== started || !isCurrent(draft)) return 'left'
          return await sendOnce(logsIo, uid, draft, metadata)
        } catch (error) {
          if (generation !== started) return 'left'
          if (isFinal(error)) throw error
          await Promise.race([online.promise, wait(RETRY_MS)])
          if (generation !== started) return 'left'
        }
      }
    }

    const sendOnce = async (
      logsIo: Awaited<ReturnType<typeof io>>,
      uid: string,
      draft: Draft,
      metadata: EntryMetadata | undefined,
    ): Promise<SubmitOutcome> => {
      const { id, base, ...mine } = draft
      if (base === null) {
        if (metadata) await logsIo.add(uid, id, mine, metadata)
        else if (!(await resend(logsIo, uid, draft))) return 'conflict'
        return 'saved'
      }
      // The edited entry may itself still be queued, so all queued writes are sent first.
      await logsIo.whenAllSent()
      const kind = await logsIo.saveEdit(uid, id, base, contentOf(mine))
      return kind === 'write' || kind === 'same' ? 'saved' : 'conflict'
    }

    /**
     * Sends a new entry that was submitted before a reload. Firestore may have queued the entry before the reload, or
     * already sent it, or never received it.
     */
    const resend = async (
      logsIo: Awaited<ReturnType<typeof io>>,
      uid: string,
      { id, metadata, ...mine }: Draft,
    ): Promise<boolean> => {
      if (!(await logsIo.existsOnDevice(uid, id)) && metadata) {
        try {
          await logsIo.add(uid, id, mine, metadata)
          return true
        } catch (error) {
          // If the server already has the entry, the server rejects this write.
          if (!isFinal(error)) throw error
        }
      }
      await logsIo.whenAllSent()
      return (await logsIo.existsOnDevice(uid, id)) || logsIo.existsOnServer(uid, id)
    }

    /**
     * Resolves when all earlier submissions of the same entry, from this tab or another tab, have ended. The next
     * submission is then based on the results of the earlier submissions.
     */
    const waitForEarlier = (draft: Draft): Promise<void> =>
      new Promise((resolve) => {
        const check = ({ drafts }: DraftsState) => {
          if ([...drafts.values()].some((other) => isEarlierSend(other, draft))) return
          stop()
          resolve()
        }
        const stop = api.subscribe(check)
        check(get())
      })

    /**
     * @param adopted true for a draft that was submitted before a reload or by another tab. If another tab is still
     *   sending the draft, this tab does not send it.
     */
    const sendAndTrack = async (
      uid: string,
      draft: Draft,
      { metadata, adopted = false }: { readonly metadata?: EntryMetadata | undefined; readonly adopted?: boolean },
    ): Promise<SubmitOutcome> => {
      const started = generation
      sending.add(draft.key)
      const held = storage.acquire(uid, sendLockKey(draft.key))
      try {
        if (adopted && !(await held)) return 'left'
        await waitForEarlier(draft)
        if (generation !== started) return 'left'
        const answer = await send(uid, draft, metadata)
        if (generation !== started || answer === 'left') return 'left'
        if (isCurrent(draft)) applyOutcome(draft, answer)
        if (answer === 'saved') set({ lastStored: draft })
        // A conflict is not stored in the state while an editor waits for the result of the edit, because the editor
        // then asks the user.
        else if (draft.base === null || adopted) set({ lastRejected: { draft, awaited: !adopted } })
        return answer
      } catch (error) {
        if (generation === started && isCurrent(draft)) {
          storeDraft({ ...draft, state: 'refused' })
          set({ lastRejected: { draft, awaited: !adopted } })
        }
        throw error
      } finally {
        if (generation === started) sending.delete(draft.key)
        const release = await held
        await release?.()
      }
    }

    /**
     * Sends the drafts that were submitted before a reload, or by a tab that has closed. The results are stored in the
     * state.
     */
    const resumeSending = async (): Promise<void> => {
      const { uid, drafts } = get()
      if (uid === null || !isUsable) return
      const held = await storage.lockedKeys(uid)
      for (const draft of drafts.values())
        if (draft.state === 'sent' && !sending.has(draft.key) && !held.has(sendLockKey(draft.key)) && get().uid === uid)
          sendAndTrack(uid, draft, { adopted: true }).catch(() => {})
    }

    const applyOutcome = (draft: Draft, outcome: 'saved' | 'conflict'): void =>
      outcome === 'saved'
        ? removeDraft(draft.key)
        : storeDraft({ ...draft, state: draft.base === null ? 'writing' : 'conflict' })

    const isCurrent = ({ key, savedAt }: Draft): boolean => {
      const now = get().drafts.get(key)
      return now?.state === 'sent' && now.savedAt === savedAt
    }

    return {
      ...CLOSED,
      open(uid) {
        get().close()
        set({ uid, drafts: new Map(storage.readAll(uid).map((draft) => [draft.key, draft])) })
        const started = generation
        void storage.recover(uid).then(
          (found) => {
            if (generation !== started || found.length === 0) return
            set({ drafts: new Map([...get().drafts, ...found.map((draft): [string, Draft] => [draft.key, draft])]) })
            void resumeSending()
          },
          // A browser without databases has no backup of the drafts.
          () => {},
        )
        stopWatching = storage.watch(uid, (key, draft) => {
          const drafts = new Map(get().drafts)
          if (draft) drafts.set(key, draft)
          else drafts.delete(key)
          set({ drafts })
        })
      },
      close() {
        get().flush()
        generation++
        sending.clear()
        stopWatching()
        stopWatching = () => {}
        isUsable = false
        usable = Promise.withResolvers()
        set(CLOSED)
      },
      removeDraftsOf(uid) {
        unsavedDraft = undefined
        storage.removeAll(uid)
        if (get().uid === uid) get().close()
      },
      setUsable(nowUsable) {
        isUsable = nowUsable
        usable.resolve(nowUsable)
        // A new promise is created, so that later callers get this value even if the previous promise was resolved with
        // a different value.
        usable = Promise.withResolvers()
        usable.resolve(nowUsable)
        void resumeSending()
      },
      retry() {
        online.resolve()
        online = Promise.withResolvers()
        void resumeSending()
      },
      write(draft) {
        const started = generation
        if (unsavedDraft?.key !== draft.key) get().flush()
        if (!hasUnsavedChanges(draft)) return removeDraft(draft.key)
        const waits = unsavedDraft !== undefined
        unsavedDraft = draft
        if (waits) return
        void wait(SAVE_DEBOUNCE_MS).then(() => {
          if (generation === started) get().flush()
        })
      },
      flush() {
        if (unsavedDraft) storeDraft(unsavedDraft)
        unsavedDraft = undefined
      },
      discard: removeDraft,
      submit(draft, metadata) {
        const { uid } = get()
        if (uid === null) return Promise.reject(unavailableError(draft))
        get().flush()
        const sent: Draft = { ...draft, state: 'sent', ...(metadata ? { metadata } : {}) }
        storeDraft(sent)
        if (draft.base === null) set({ newEntryId: draft.id })
        return sendAndTrack(uid, sent, { metadata })
      },
      endNewEntry: () => set({ newEntryId: null }),
      lockRevision: 0,
      async acquire(key) {
        const { uid } = get()
        if (uid === null) return () => Promise.resolve()
        const release = await storage.acquire(uid, key)
        if (!release) return undefined
        set({ lockRevision: get().lockRevision + 1 })
        return async () => {
          await release()
          set({ lockRevision: get().lockRevision + 1 })
        }
      },
      lockedKeys() {
        const { uid } = get()
        return uid === null ? Promise.resolve(new Set()) : storage.lockedKeys(uid)
      },
      whenReleased(key, signal) {
        const { uid } = get()
        return uid === null ? Promise.resolve() : storage.whenReleased(uid, key, signal)
      },
    }
  }

/** The name of the lock that a tab acquires while it sends a draft. */
const sendLockKey = (key: string): string => `${key}/sending`

const unavailableError = ({ base }: Draft) => new WriteUnavailable(base === null ? 'add' : 'update')

const isEarlierSend = (other: Draft, { id, savedAt }: Draft): boolean =>
  other.id === id && other.state === 'sent' && other.savedAt < savedAt

const isFinal = (error: unknown): boolean => error instanceof WriteUnavailable || isPermanentRejection(error)

export const useDrafts = create(
  draftsState(
    async () => (await loadWithDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo,
    draftsIo,
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ),
)
