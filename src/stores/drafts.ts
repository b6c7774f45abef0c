import { create, type StateCreator } from 'zustand'
import { isWorthKeeping, type Draft } from '#domain/entry/draft.ts'
import { editOf } from '#domain/entry/content.ts'
import type { Circumstances } from '#domain/entry/entry.ts'
import { StorageUnavailable, isRefusal } from '#domain/errors.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import { draftsIo, type DraftsIo } from '#src/io/drafts.ts'
import type { LogsIo } from '#src/io/firebase/logs.ts'
import type { LetGo } from '#src/io/locks.ts'

/** What became of a text that was sent: it is stored, or it waits for a choice; `left` if its writer went away first. */
export type Outcome = 'saved' | 'conflict' | 'left'

export type DraftsState = {
  readonly uid: string | null
  /** By their keys: all that is being written, and all that was sent and is not confirmed. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** The last one could not be kept: the device's storage is full or blocked. */
  readonly unkept: boolean
  /** The draft that this tab has last seen stored by the server. One tab alone follows each. */
  readonly storedHere: Draft | null
  /** The draft that this tab has last seen refused. It is not awaited where it was sent before a reload, or by a tab that is gone. */
  readonly refusedHere: { readonly draft: Draft; readonly awaited: boolean } | null
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
  readonly discard: (key: string) => void
  /**
   * Sends a draft, which stays until the server has confirmed it. Offline that is pending, and survives a reload.
   * Rejects if the server refuses: the draft is then kept as refused.
   * @param circumstances of a new entry
   */
  readonly submit: (draft: Draft, circumstances?: Circumstances) => Promise<Outcome>
  /** Says to all tabs that a draft is open here; resolves with the way to let it go, or nothing if another has it. */
  readonly hold: (key: string) => Promise<LetGo | undefined>
  readonly held: () => Promise<ReadonlySet<string>>
  /** Grows when a draft is held or let go here: then `held` has another answer. */
  readonly holdChanges: number
}

const KEPT_WITHIN_MS = 500
const TRY_AGAIN_MS = 10_000

const CLOSED = {
  uid: null,
  drafts: new Map<string, Draft>(),
  unkept: false,
  storedHere: null,
  refusedHere: null,
} as const

export const draftsState =
  (
    io: () => Promise<Pick<LogsIo, 'add' | 'saveEdit' | 'isHere' | 'hasArrived' | 'whenAllSent'>>,
    kept: DraftsIo,
    wait: (ms: number) => Promise<void>,
  ): StateCreator<DraftsState> =>
  (set, get, api) => {
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let session = 0
    /** Whether the database takes anything of this person, once that is known. */
    let usable = Promise.withResolvers<boolean>()
    let online = Promise.withResolvers<void>()
    let stopWatching = () => {}
    let isUsable = false
    let unwritten: Draft | undefined
    /** The keys of what is being sent from here. */
    const sending = new Set<string>()

    const put = (draft: Draft): void => {
      const { uid, drafts } = get()
      if (uid === null) return
      const written = kept.write(uid, draft)
      set({ drafts: new Map(drafts).set(draft.key, draft), unkept: !written })
    }

    const drop = (key: string): void => {
      const { uid, drafts } = get()
      if (uid === null) return
      if (unwritten?.key === key) unwritten = undefined
      kept.drop(uid, key)
      const left = new Map(drafts)
      if (left.delete(key)) set({ drafts: left })
    }

    /** One try after the other until the server has answered. */
    const send = async (uid: string, draft: Draft, circumstances: Circumstances | undefined): Promise<Outcome> => {
      const started = session
      for (;;) {
        try {
          if (!(await usable.promise)) throw unavailable(draft)
          const door = await io()
          if (session !== started || !isCurrent(draft)) return 'left'
          return await sendOnce(door, uid, draft, circumstances)
        } catch (error) {
          if (session !== started) return 'left'
          if (isFinal(error)) throw error
          await Promise.race([online.promise, wait(TRY_AGAIN_MS)])
          if (session !== started) return 'left'
        }
      }
    }

    const sendOnce = async (
      door: Awaited<ReturnType<typeof io>>,
      uid: string,
      draft: Draft,
      circumstances: Circumstances | undefined,
    ): Promise<Outcome> => {
      const { id, base, ...mine } = draft
      if (base === null) {
        if (circumstances) await door.add(uid, id, mine, circumstances)
        else if (!(await resend(door, uid, draft))) return 'conflict'
        return 'saved'
      }
      // The entry itself may still be on its way.
      await door.whenAllSent()
      const kind = await door.saveEdit(uid, id, base, editOf(mine))
      return kind === 'write' || kind === 'same' ? 'saved' : 'conflict'
    }

    /** A new entry was sent before a reload: the database has queued it, or heard the answer, or not had it yet. */
    const resend = async (
      door: Awaited<ReturnType<typeof io>>,
      uid: string,
      { id, circumstances, ...mine }: Draft,
    ): Promise<boolean> => {
      if (!(await door.isHere(uid, id)) && circumstances) {
        try {
          await door.add(uid, id, mine, circumstances)
          return true
        } catch (error) {
          // What has arrived already is not taken a second time.
          if (!isFinal(error)) throw error
        }
      }
      await door.whenAllSent()
      return (await door.isHere(uid, id)) || door.hasArrived(uid, id)
    }

    /**
     * Resolves when what was sent of the same entry before, here or by another tab, is settled: what that has stored
     * is then what this begins from.
     */
    const untilNext = (draft: Draft): Promise<void> =>
      new Promise((resolve) => {
        const look = ({ drafts }: DraftsState) => {
          if ([...drafts.values()].some((other) => goesBefore(other, draft))) return
          stop()
          resolve()
        }
        const stop = api.subscribe(look)
        look(get())
      })

    /** @param adopted It was sent before a reload, or by another tab: whoever else has it is left to it. */
    const follow = async (
      uid: string,
      draft: Draft,
      {
        circumstances,
        adopted = false,
      }: { readonly circumstances?: Circumstances | undefined; readonly adopted?: boolean },
    ): Promise<Outcome> => {
      const started = session
      sending.add(draft.key)
      const held = kept.hold(uid, sendingOf(draft.key))
      try {
        if (adopted && !(await held)) return 'left'
        await untilNext(draft)
        if (session !== started) return 'left'
        const answer = await send(uid, draft, circumstances)
        if (session !== started || answer === 'left') return 'left'
        if (isCurrent(draft)) settle(draft, answer)
        if (answer === 'saved') set({ storedHere: draft })
        // The editor that waits for a change asks what stays.
        else if (draft.base === null || adopted) set({ refusedHere: { draft, awaited: !adopted } })
        return answer
      } catch (error) {
        if (session === started && isCurrent(draft)) {
          put({ ...draft, state: 'refused' })
          set({ refusedHere: { draft, awaited: !adopted } })
        }
        throw error
      } finally {
        if (session === started) sending.delete(draft.key)
        const letGo = await held
        await letGo?.()
      }
    }

    /** Sends what was sent before a reload, or by a tab that is gone. What it comes to is in the state. */
    const followAll = async (): Promise<void> => {
      const { uid, drafts } = get()
      if (uid === null || !isUsable) return
      const held = await kept.held(uid)
      for (const draft of drafts.values())
        if (draft.state === 'sent' && !sending.has(draft.key) && !held.has(sendingOf(draft.key)) && get().uid === uid)
          follow(uid, draft, { adopted: true }).catch(() => {})
    }

    const settle = (draft: Draft, outcome: 'saved' | 'conflict'): void =>
      outcome === 'saved' ? drop(draft.key) : put({ ...draft, state: draft.base === null ? 'writing' : 'conflict' })

    const isCurrent = ({ key, savedAt }: Draft): boolean => {
      const now = get().drafts.get(key)
      return now?.state === 'sent' && now.savedAt === savedAt
    }

    return {
      ...CLOSED,
      open(uid) {
        get().close()
        set({ uid, drafts: new Map(kept.readAll(uid).map((draft) => [draft.key, draft])) })
        const started = session
        void kept.recover(uid).then(
          (found) => {
            if (session !== started || found.length === 0) return
            set({ drafts: new Map([...get().drafts, ...found.map((draft): [string, Draft] => [draft.key, draft])]) })
            void followAll()
          },
          // Where the browser keeps no databases there is no second copy.
          () => {},
        )
        stopWatching = kept.watch(uid, (key, draft) => {
          const drafts = new Map(get().drafts)
          if (draft) drafts.set(key, draft)
          else drafts.delete(key)
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
        set(CLOSED)
      },
      forget(uid) {
        unwritten = undefined
        kept.forget(uid)
        if (get().uid === uid) get().close()
      },
      connected(nowUsable) {
        isUsable = nowUsable
        usable.resolve(nowUsable)
        // Who asks from now on hears this, whatever was said before.
        usable = Promise.withResolvers()
        usable.resolve(nowUsable)
        void followAll()
      },
      retry() {
        online.resolve()
        online = Promise.withResolvers()
        void followAll()
      },
      write(draft) {
        const started = session
        if (unwritten?.key !== draft.key) get().flush()
        if (!isWorthKeeping(draft)) return drop(draft.key)
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
        if (uid === null) return Promise.reject(unavailable(draft))
        get().flush()
        const sent: Draft = { ...draft, state: 'sent', ...(circumstances ? { circumstances } : {}) }
        put(sent)
        return follow(uid, sent, { circumstances })
      },
      holdChanges: 0,
      async hold(key) {
        const { uid } = get()
        if (uid === null) return () => Promise.resolve()
        const letGo = await kept.hold(uid, key)
        if (!letGo) return undefined
        set({ holdChanges: get().holdChanges + 1 })
        return async () => {
          await letGo()
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
const sendingOf = (key: string): string => `${key}/sending`

const unavailable = ({ base }: Draft) => new StorageUnavailable(base === null ? 'add' : 'update')

const goesBefore = (other: Draft, { id, savedAt }: Draft): boolean =>
  other.id === id && other.state === 'sent' && other.savedAt < savedAt

const isFinal = (error: unknown): boolean => error instanceof StorageUnavailable || isRefusal(error)

export const useDrafts = create(
  draftsState(
    async () => (await withDatabases(() => import('#src/io/firebase/logs.ts'))).logsIo,
    draftsIo,
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ),
)
