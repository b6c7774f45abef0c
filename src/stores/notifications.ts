import { create, type StateCreator } from 'zustand'
import { NOTIFICATION_TEXT } from '#domain/messages.ts'
import type { PushMessage } from '#domain/account/push.ts'
import { withDatabases } from '#src/io/deviceStorage.ts'
import type { MessagingIo } from '#src/io/firebase/messaging.ts'
import { readItem, removeItem, writeItem } from '#src/io/storage.ts'

/** Notifications could not be switched on. Its message is for the person. */
export class NotificationsFailed extends Error {
  override readonly name = 'NotificationsFailed'
}

export type NotificationsState = {
  readonly uid: string | null
  /** Messages are pushed to this browser while the app is closed. */
  readonly enabled: boolean
  readonly busy: boolean
  /** What was pushed last while the app was seen. */
  readonly lastMessage: PushMessage | null
  /** Where a clicked notification leads, until somebody has gone there. */
  readonly pendingPath: string | null
  /** Goes on as this browser was left by that person. */
  readonly open: (uid: string) => void
  /** Once nobody waits for anything else: stores the token that the service has now, where it is on. */
  readonly resume: () => Promise<void>
  readonly close: () => void
  /**
   * Asks the person and the service, and stores the token. Rejects with `NotificationsFailed`; resolves with false where
   * somebody has signed out meanwhile, or it is being done already.
   */
  readonly enable: () => Promise<boolean>
  /** Removes the token, everywhere; resolves when that is confirmed, which offline is never. */
  readonly disable: () => Promise<void>
  /** Shows a notification of the system, where that is allowed. */
  readonly show: (message: PushMessage) => void
  readonly clearPendingPath: () => void
}

/** What the browser keeps: whose token it has. */
export type TokenStorage = {
  read(): { readonly uid: string; readonly token: string } | undefined
  write(uid: string, token: string): void
  remove(): void
}

const CLOSED = { uid: null, enabled: false, busy: false, lastMessage: null, pendingPath: null } as const

/** @param load brings the code of messaging; the same each time */
export const notificationsState =
  (load: () => Promise<MessagingIo>, tokenStorage: TokenStorage): StateCreator<NotificationsState> =>
  (set, get) => {
    let stop: (() => void) | undefined
    /** Grows with every open and close: what belongs to an older one is dropped. */
    let generation = 0

    const listen = (io: MessagingIo): void => {
      stop ??= io.watch(
        (received) => set({ lastMessage: received }),
        (wanted) => set({ pendingPath: wanted }),
      )
    }

    const stopListening = (): void => {
      stop?.()
      stop = undefined
    }

    /** On this device it is on at once; if the server refuses, it is off again. */
    const storeToken = (io: MessagingIo, uid: string, token: string): Promise<void> => {
      tokenStorage.write(uid, token)
      return io.store(uid, token).catch(() => {
        if (tokenStorage.read()?.token !== token) return
        tokenStorage.remove()
        if (get().uid === uid) set({ enabled: false })
        throw new NotificationsFailed(NOTIFICATION_TEXT.failed)
      })
    }

    return {
      ...CLOSED,
      open(uid) {
        const started = ++generation
        const enabled = tokenStorage.read()?.uid === uid
        set({ ...CLOSED, uid, enabled })
        if (enabled)
          void load().then(
            (io) => generation === started && listen(io),
            () => {},
          )
      },
      async resume() {
        const { uid, enabled } = get()
        const mine = tokenStorage.read()
        if (uid === null || !mine) return
        const started = generation
        const io = await load()
        if (generation !== started) return
        if (!enabled) {
          // Of somebody whose session ended while the app was closed: what is pushed to them comes here no more.
          tokenStorage.remove()
          return io.deleteToken()
        }
        // Somebody has taken the permission back in the browser.
        if (io.permission() !== 'granted') return get().disable()
        // The service gives another token from time to time.
        const token = await tokenOf(io).catch(() => mine.token)
        if (generation === started && token !== mine.token && get().enabled) await storeToken(io, uid, token)
      },
      close() {
        generation++
        stopListening()
        // Somebody whose session has ended by itself: the service forgets this browser all the same.
        if (get().enabled)
          void load()
            .then((io) => io.deleteToken())
            .catch(() => {})
        if (get().uid !== null) tokenStorage.remove()
        set(CLOSED)
      },
      async enable() {
        const { uid, busy } = get()
        if (uid === null) throw new NotificationsFailed(NOTIFICATION_TEXT.needsUser)
        if (busy) return false
        const started = generation
        set({ busy: true })
        try {
          const io = await load().catch(() => {
            throw new NotificationsFailed(NOTIFICATION_TEXT.failed)
          })
          if (!(await io.isSupported().catch(() => false))) throw new NotificationsFailed(NOTIFICATION_TEXT.failed)
          if ((await io.askPermission()) !== 'granted') throw new NotificationsFailed(NOTIFICATION_TEXT.denied)
          const token = await tokenOf(io).catch((error: unknown) => {
            console.warn('There is no token.', error)
            throw new NotificationsFailed(NOTIFICATION_TEXT.noToken)
          })
          if (generation !== started) return false
          set({ enabled: true })
          listen(io)
          await Promise.race([storeToken(io, uid, token), confirmTimeout()])
          return true
        } finally {
          if (generation === started) set({ busy: false })
        }
      },
      async disable() {
        const { uid } = get()
        tokenStorage.remove()
        stopListening()
        set({ enabled: false })
        if (uid === null) return
        const io = await load()
        await Promise.all([io.deleteToken().catch(() => {}), io.remove(uid)])
      },
      show(message) {
        void load()
          .then((io) => {
            if (io.permission() !== 'granted') return undefined
            // A click on it is heard, whether anything is pushed or not.
            listen(io)
            return io.show(message)
          })
          .catch((error: unknown) => console.warn('There is no notification.', error))
      },
      clearPendingPath: () => set({ pendingPath: null }),
    }
  }

/** Without a network the service may never answer. */
const TOKEN_TIMEOUT_MS = 15_000

const tokenOf = (io: MessagingIo): Promise<string> =>
  Promise.race([
    io.token(),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The messaging service does not answer.')), TOKEN_TIMEOUT_MS)
    }),
  ])

/** Nobody waits for the server longer than this: what it has not confirmed is queued. */
const CONFIRM_TIMEOUT_MS = 3000
const confirmTimeout = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CONFIRM_TIMEOUT_MS))

const TOKEN_KEY = 'pushToken'
const OWNER_KEY = 'pushTokenOf'

export const useNotifications = create(
  notificationsState(async () => (await withDatabases(() => import('#src/io/firebase/messaging.ts'))).messagingIo, {
    read() {
      const [uid, token] = [readItem(OWNER_KEY), readItem(TOKEN_KEY)]
      return uid !== null && token !== null ? { uid, token } : undefined
    },
    write(uid, token) {
      writeItem(OWNER_KEY, uid)
      writeItem(TOKEN_KEY, token)
    },
    remove() {
      removeItem(OWNER_KEY)
      removeItem(TOKEN_KEY)
    },
  }),
)
