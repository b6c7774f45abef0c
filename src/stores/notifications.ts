import type { StateCreator } from 'zustand'
import { NOTIFICATION_TEXT } from '#domain/texts/specification.ts'
import type { PushMessage } from '#domain/account/push.ts'
import type { Outcome } from '#domain/journal/operations.ts'
import type { MessagingIo } from '#src/io/firebase/messaging.ts'
import type { Journal } from '#src/io/journal/journal.ts'
import { readItem, removeItem, writeItem } from '#src/io/storage.ts'
import type { UserSession } from './session.ts'
import { whenJournalLoads } from './sessionJournal.ts'
import { defineUserStore } from './userStore.ts'

/** The error that is thrown if notifications cannot be enabled. Its message is shown to the user. */
export class NotificationsFailed extends Error {
  override readonly name = 'NotificationsFailed'
}

export type NotificationsState = {
  /** Whether this browser receives push messages, even while the app is closed. */
  readonly enabled: boolean
  readonly busy: boolean
  /** The last push message that arrived while the app was visible. */
  readonly lastMessage: PushMessage | null
  /** The path of a clicked notification, until the app has navigated to it; otherwise null. */
  readonly pendingPath: string | null
  /** Subscribes to messages if this user has enabled notifications in this browser. */
  readonly open: () => void
  /**
   * Updates the stored token if the messaging service has replaced it. Called when the page is idle, because the update
   * is not urgent.
   */
  readonly resume: () => Promise<void>
  /**
   * Asks the user for permission and the messaging service for a token, and stores the token. Rejects with
   * `NotificationsFailed`. Resolves with false if the user has signed out in the meantime, or if another call is in
   * progress.
   */
  readonly enable: () => Promise<boolean>
  /**
   * Deletes the token in this browser, at the messaging service and in the account. Resolves when the server confirms
   * the deletion. If the app closes before, the next start deletes the token in the account.
   */
  readonly disable: () => Promise<void>
  /** Shows a notification of the operating system if the user has granted permission. */
  readonly show: (message: PushMessage) => void
  readonly clearPendingPath: () => void
}

/** Stores the token that addresses this browser, and the uid of the user to whom the token belongs. */
type TokenStorage = {
  read(): { readonly uid: string; readonly token: string } | undefined
  write(uid: string, token: string): void
  remove(): void
}

/** The queue of changes for the account. */
export type TokenQueue = Pick<Journal, 'subscribe' | 'enqueue' | 'whenAnswered'>

/**
 * @param load loads the messaging code; every call must return the same client
 * @param loadQueue loads the queue; every call must return the same queue
 */
export const notificationsState =
  (
    session: UserSession,
    load: () => Promise<MessagingIo>,
    loadQueue: () => Promise<TokenQueue>,
    tokenStorage: TokenStorage,
  ): StateCreator<NotificationsState> =>
  (set, get) => {
    const { uid, signal } = session
    let stop: (() => void) | undefined

    const listen = (io: MessagingIo): void => {
      if (signal.aborted) return
      stop ??= io.watch(
        (received) => set({ lastMessage: received }),
        (wanted) => set({ pendingPath: wanted }),
      )
    }

    const stopListening = (): void => {
      stop?.()
      stop = undefined
    }

    /** Disables notifications because the server has rejected their token. */
    const rejectToken = (token: string): void => {
      // The user may have enabled notifications again. Another tab may already have removed the token.
      if ((tokenStorage.read()?.token ?? token) !== token) return
      tokenStorage.remove()
      stopListening()
      set({ enabled: false })
    }

    let queue: Promise<TokenQueue> | undefined
    const openQueue = (): Promise<TokenQueue> =>
      (queue ??= loadQueue().then((loaded) => {
        // The token may have been queued before the page was reloaded.
        loaded.subscribe({
          onAnswer({ queued: { operation }, outcome }) {
            if (operation.kind !== 'pushToken' || operation.token === null || outcome !== 'refused') return
            rejectToken(operation.token)
          },
        })
        return loaded
      }))

    /** Queues the token of the account; null deletes it. Resolves when this device has stored the change. */
    const queueToken = async (token: string | null): Promise<{ readonly answered: Promise<Outcome> }> => {
      const { enqueue, whenAnswered } = await openQueue()
      const key = crypto.randomUUID()
      const answered = whenAnswered(key)
      await enqueue([{ key, operation: { kind: 'pushToken', token } }])
      return { answered }
    }

    /**
     * Stores the token for the account, then on this device. Waits for the server's answer until a timeout. If the
     * server rejects the token, notifications are disabled again.
     */
    const storeToken = async (person: string, token: string): Promise<void> => {
      const { answered } = await queueToken(token)
      // In the meantime, the user may have disabled notifications.
      const isWanted = get().busy || get().enabled
      if (signal.aborted || !isWanted) return
      tokenStorage.write(person, token)
      set({ enabled: true })
      if ((await Promise.race([answered, confirmTimeout()])) !== 'refused') return
      rejectToken(token)
      throw new NotificationsFailed(NOTIFICATION_TEXT.failed)
    }

    session.onEnd(() => {
      stopListening()
      // Another tab may already have stored the token of the next user.
      if (tokenStorage.read()?.uid !== uid) return
      // The session has ended without a call of `disable`, so the token must be deleted here.
      tokenStorage.remove()
      void load()
        .then((io) => io.deleteToken())
        .catch(() => {})
    })

    return {
      enabled: tokenStorage.read()?.uid === uid,
      busy: false,
      lastMessage: null,
      pendingPath: null,
      open() {
        if (!get().enabled) return
        void load().then(
          (io) => get().enabled && listen(io),
          () => {},
        )
        void openQueue()
      },
      async resume() {
        const { enabled } = get()
        const mine = tokenStorage.read()
        if (uid === null || !mine) return
        const io = await load()
        if (signal.aborted) return
        if (!enabled) {
          // The token belongs to another user, whose session ended while the app was closed. This browser must not
          // receive that user's messages.
          tokenStorage.remove()
          return io.deleteToken()
        }
        // The user has revoked the permission in the browser's settings.
        if (io.permission() !== 'granted') return get().disable()
        // The messaging service replaces tokens from time to time.
        const token = await tokenOf(io).catch(() => mine.token)
        if (!signal.aborted && token !== mine.token && get().enabled) await storeToken(uid, token)
      },
      async enable() {
        if (uid === null) throw new NotificationsFailed(NOTIFICATION_TEXT.needsUser)
        if (get().busy) return false
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
          if (signal.aborted) return false
          listen(io)
          await storeToken(uid, token)
          return !signal.aborted
        } finally {
          set({ busy: false })
        }
      },
      async disable() {
        tokenStorage.remove()
        stopListening()
        set({ enabled: false })
        if (uid === null) return
        const io = await load()
        const deleted = io.deleteToken().catch(() => {})
        const { answered } = await queueToken(null)
        await Promise.all([deleted, answered])
      },
      show(message) {
        void load()
          .then((io) => {
            if (io.permission() !== 'granted') return undefined
            // A click on this notification must be handled even if push messages are not enabled.
            listen(io)
            return io.show(message)
          })
          .catch((error: unknown) => console.warn('There is no notification.', error))
      },
      clearPendingPath: () => set({ pendingPath: null }),
    }
  }

/** How long to wait for a token. Without a network, the messaging service may never answer. */
const TOKEN_TIMEOUT_MS = 15_000

const tokenOf = (io: MessagingIo): Promise<string> =>
  Promise.race([
    io.token(),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The messaging service does not answer.')), TOKEN_TIMEOUT_MS)
    }),
  ])

/** How long `enable` waits for the server to confirm the token. The write then continues in the background. */
const CONFIRM_TIMEOUT_MS = 3000
const confirmTimeout = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CONFIRM_TIMEOUT_MS))

const TOKEN_KEY = 'pushToken'
const OWNER_KEY = 'pushTokenOf'

export const useNotifications = defineUserStore((session) =>
  notificationsState(
    session,
    async () => (await import('#src/io/firebase/messaging.ts')).messagingIo,
    () => whenJournalLoads(session),
    {
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
    },
  ),
)
