import { create, type StateCreator } from 'zustand'
import { isWorthKeeping, type Draft } from '#domain/draft.ts'
import { editOf, sameEdit } from '#domain/edit.ts'
import type { Circumstances } from '#domain/log.ts'
import { StorageUnavailable } from '#domain/storageUnavailable.ts'
import { draftsIo, type DraftsIo, type LetGo } from '#src/io/drafts.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'

/** What became of a text that was sent: it is stored, or it waits for a choice; `left` if its writer went away first. */
export type Outcome = 'saved' | 'conflict' | 'left'

export type DraftsState = {
  readonly uid: string | null
  /** By the id of their entry: all that is being written, and all that was sent and is not confirmed. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** The last one could not be kept: the device's storage is full or blocked. */
  readonly unkept: boolean
  readonly open: (uid: string) => void
  readonly close: () => void
  /** Removes all drafts of somebody from the device: they signed out. */
  readonly forget: (uid: string) => void
  /** The database can be used, or refuses this person. Drafts that were sent before a reload are followed up. */
  readonly connected: (usable: boolean) => void
  /** The network may be back, or another tab gone: what waits is sent. */
  readonly retry: () => void
  /** Keeps what is being written; on the device within half a second. One that says nothing new is dropped. */
  readonly write: (draft: Draft) => void
  /** Keeps it at once. */
  readonly flush: () => void
  readonly discard: (id: string) => void
  /**
   * Sends a draft, which stays until the server has confirmed it. Offline that is pending, and survives a reload.
   * Rejects if the server refuses: the draft is then kept as refused.
   * @param circumstances of a new entry
   */
  readonly submit: (draft: Draft, circumstances?: Circumstances) => Promise<Outcome>
  /** Says to all tabs that a draft is open here; resolves with the way to let it go. */
  readonly hold: (id: string) => Promise<LetGo>
  readonly held: () => Promise<ReadonlySet<string>>
  /** Grows when a draft is held or let go here: then `held` has another answer. */
  readonly holdChanges: number
}

const KEPT_WITHIN_MS = 500
const TRY_AGAIN_MS = 10_000

const CLOSED = { uid: null, drafts: new Map<string, Draft>(), unkept: false } as const

/** What the server says when it will never take a write; anything else may pass. */
const REFUSALS: readonly unknown[] = ['permission-denied', 'invalid-argument', 'not-found', 'out-of-range']

export const draftsState =
  (
    io: () => Promise<Pick<LogsIo, 'add' | 'saveEdit' | 'hasArrived' | 'whenAllSent'>>,
    kept: DraftsIo,
    wait: (ms: number) => Promise<void>,
  ): StateCreator<DraftsState> =>
  (set, get) => {
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0
    let usable = Promise.withResolvers<void>()
    let online = Promise.withResolvers<void>()
    let stopWatching = () => {}
    let isUsable = false
    let unwritten: Draft | undefined
    /** The last sending of each entry from here: resolves when it is settled, either way. */
    const sending = new Map<string, Promise<void>>()

    const put = (draft: Draft): void => {
      const { uid, drafts } = get()
      if (uid === null) return
      const written = kept.write(uid, draft)
      set({ drafts: new Map(drafts).set(draft.id, draft), unkept: !written })
    }

    const drop = (id: string): void => {
      const { uid, drafts } = get()
      if (uid === null) return
      if (unwritten?.id === id) unwritten = undefined
      kept.drop(uid, id)
      const left = new Map(drafts)
      if (left.delete(id)) set({ drafts: left })
    }

    /** One try after the other until the server has answered. */
    const send = async (uid: string, draft: Draft, circumstances: Circumstances | undefined): Promise<Outcome> => {
      const started = session
      for (;;) {
        try {
          await usable.promise
          const door = await io()
          if (session !== started || !isCurrent(draft)) return 'left'
          return await sendOnce(door, uid, draft, circumstances)
        } catch (error) {
          if (session !== started) return 'left'
          if (isRefusal(error)) throw error
          await Promise.race([online.promise, wait(TRY_AGAIN_MS)])
          if (session !== started) return 'left'
        }
      }
    }

    const sendOnce = async (
      door: Awaited<ReturnType<typeof io>>,
      uid: string,
      { id, base, ...mine }: Draft,
      circumstances: Circumstances | undefined,
    ): Promise<Outcome> => {
      if (base === null) {
        if (circumstances) await door.add(uid, id, mine, circumstances)
        // It was sent before a reload: the database has queued it or heard the answer.
        else if (!(await door.hasArrived(uid, id))) return 'conflict'
        return 'saved'
      }
      // The entry itself may still be on its way.
      await door.whenAllSent()
      const kind = await door.saveEdit(uid, id, base, editOf(mine))
      return kind === 'write' || kind === 'same' ? 'saved' : 'conflict'
    }

    /**
     * Sends a draft once those of the same entry that were sent before it are settled: what they have stored is then
     * what it begins from. One that was written on meanwhile is left to its successor.
     */
    const follow = (uid: string, sent: Draft, circumstances?: Circumstances): Promise<Outcome> => {
      const started = session
      const earlier = sending.get(sent.id) ?? Promise.resolve()
      const outcome = earlier.then(async (): Promise<Outcome> => {
        const draft = get().drafts.get(sent.id)
        if (session !== started || !draft || !isCurrent(sent)) return 'left'
        const letGo = kept.hold(uid, sendingOf(draft.id))
        try {
          const answer = await send(uid, draft, circumstances)
          if (session !== started || answer === 'left') return 'left'
          settle(draft, answer)
          return answer
        } catch (error) {
          if (session === started && isCurrent(draft)) put({ ...draft, state: 'refused' })
          throw error
        } finally {
          await (
            await letGo
          )?.()
        }
      })
      const settled = outcome.then(
        () => {},
        () => {},
      )
      sending.set(sent.id, settled)
      void settled.then(() => sending.get(sent.id) === settled && sending.delete(sent.id))
      return outcome
    }

    /** Sends what was sent before a reload, or by a tab that is gone. What it comes to is in the drafts. */
    const followAll = async (): Promise<void> => {
      const { uid, drafts } = get()
      if (uid === null || !isUsable) return
      const held = await kept.held(uid)
      for (const draft of drafts.values())
        if (draft.state === 'sent' && !sending.has(draft.id) && !held.has(sendingOf(draft.id)) && get().uid === uid)
          follow(uid, draft).catch(() => {})
    }

    const settle = (draft: Draft, outcome: 'saved' | 'conflict'): void => {
      const now = get().drafts.get(draft.id)
      if (isCurrent(draft)) {
        if (outcome === 'saved') drop(draft.id)
        else put({ ...draft, state: draft.base === null ? 'writing' : 'conflict' })
      } else if (outcome === 'saved' && now?.base && draft.base && sameEdit(now.base, draft.base)) {
        // Written on meanwhile: what has just been stored is what that begins from.
        put({ ...now, base: editOf(draft) })
      }
    }

    const isCurrent = ({ id, savedAt }: Draft): boolean => {
      const now = get().drafts.get(id)
      return now?.state === 'sent' && now.savedAt === savedAt
    }

    return {
      ...CLOSED,
      open(uid) {
        get().close()
        set({ uid, drafts: new Map(kept.readAll(uid).map((draft) => [draft.id, draft])) })
        stopWatching = kept.watch(uid, (id, draft) => {
          const drafts = new Map(get().drafts)
          if (draft) drafts.set(id, draft)
          else drafts.delete(id)
          set({ drafts })
        })
      },
      close() {
        get().flush()
        session++
        sending.clear()
        stopWatching()
        stopWatching = () => {}
        isUsable = false
        usable = Promise.withResolvers()
        // Nobody may be waiting for it.
        usable.promise.catch(() => {})
        set(CLOSED)
      },
      forget(uid) {
        unwritten = undefined
        for (const { id } of kept.readAll(uid)) kept.drop(uid, id)
        if (get().uid === uid) get().close()
      },
      connected(nowUsable) {
        isUsable = nowUsable
        if (nowUsable) usable.resolve()
        else usable.reject(new StorageUnavailable('add'))
        void followAll()
      },
      retry() {
        online.resolve()
        online = Promise.withResolvers()
        void followAll()
      },
      write(draft) {
        const started = session
        // While something of it is on its way, what was there before is a change too.
        if (!isWorthKeeping(draft) && !sending.has(draft.id)) return drop(draft.id)
        const waits = unwritten !== undefined
        unwritten = draft
        if (waits) return
        void wait(KEPT_WITHIN_MS).then(() => {
          if (session === started) get().flush()
        })
      },
      flush() {
        if (unwritten) put(unwritten)
        unwritten = undefined
      },
      discard: drop,
      submit(draft, circumstances) {
        const { uid } = get()
        if (uid === null) return Promise.reject(new StorageUnavailable(draft.base === null ? 'add' : 'update'))
        unwritten = undefined
        const sent: Draft = { ...draft, state: 'sent' }
        put(sent)
        return follow(uid, sent, circumstances)
      },
      holdChanges: 0,
      async hold(id) {
        const { uid } = get()
        const letGo = uid === null ? undefined : await kept.hold(uid, id)
        set({ holdChanges: get().holdChanges + 1 })
        return async () => {
          await letGo?.()
          set({ holdChanges: get().holdChanges + 1 })
        }
      },
      held() {
        const { uid } = get()
        return uid === null ? Promise.resolve(new Set()) : kept.held(uid)
      },
    }
  }

/** The name under which a draft is held while it is sent. */
const sendingOf = (id: string): string => `${id}/sending`

const isRefusal = (error: unknown): boolean =>
  error instanceof StorageUnavailable ||
  (typeof error === 'object' && error !== null && 'code' in error && REFUSALS.includes(error.code))

export const useDrafts = create(
  draftsState(
    async () => (await import('#src/io/firebase/logs.ts')).logsIo,
    draftsIo,
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ),
)
