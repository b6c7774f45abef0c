import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { StoreApi } from 'zustand'
import { authMessage } from '#domain/account/authErrors.ts'
import { AUTH_TEXT } from '#domain/texts/signIn.ts'
import { APP_TEXT } from '#domain/texts/app.ts'
import { whenReleased } from '#src/io/locks.ts'
import { earlierWritesLock } from '#src/io/migration/firestoreCache.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useVoice } from '#src/stores/voice.ts'
import { toast } from '#src/ui/toast.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

/** If the server has not confirmed a write after this time, the write counts as queued. */
const SEND_TIMEOUT_MS = 1500

type PendingSignOut = {
  /** Resolves with true when the server has confirmed all data. Stays pending while the device is offline. */
  readonly sent: Promise<boolean>
  readonly onSignedOut: (() => void) | undefined
}

/**
 * Returns a function that signs out, and its confirmation dialog. Signing out removes the user's data from the device,
 * so the user must confirm it if some data has not reached the server. `then` is called after a successful sign-out.
 */
export function useSignOut(): { signOut: (then?: () => void) => void; question: ReactNode } {
  const session = useSession()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<PendingSignOut>()
  const leave = async (then: (() => void) | undefined) => {
    setAsking(undefined)
    // Unsubscribing from push messages requires a signed-in user. Without a network, the push service removes the
    // subscription of this browser later.
    const { enabled, disable } = useNotifications.of(session).getState()
    const forgotten = Promise.allSettled([
      enabled ? disable() : undefined,
      useVoice.of(session).getState().removeRecordings(),
    ])
    await Promise.race([forgotten, sendTimeout()])
    try {
      await useAuth.getState().signOut()
      then?.()
      // The login path does not contain the current path, so that the next user starts at the dashboard.
      void navigate('/login', { replace: true })
      // Only an explicit sign-out discards drafts. If a session expires, its drafts are kept.
      useDrafts.of(session).getState().removeAll()
    } catch (error) {
      toast.error(authMessage(error, AUTH_TEXT.signOutFailed))
    }
  }
  const signOut = async (then: (() => void) | undefined) => {
    const drafts = useDrafts.of(session).getState()
    drafts.flush()
    // A draft that the user has not submitted is never sent automatically, so the user must confirm its loss.
    if ([...useDrafts.of(session).getState().drafts.values()].some(({ state }) => state !== 'sent'))
      return setAsking({ sent: Promise.resolve(false), onSignedOut: then })
    const sent = useFrequency
      .of(session)
      .getState()
      .flush()
      .then(() => waitUntil(useDrafts.of(session), (state) => state.drafts.size === 0))
      .then(useJournal.of(session).getState().flush)
      // A browser that blocks storage also blocks locks. It then has no earlier writes.
      .then(() => whenReleased(earlierWritesLock(session.uid ?? ''), session.signal).catch(() => {}))
      .then(useVoice.of(session).getState().hasStoredRecordings)
      .then(
        (hasRecordings) => !hasRecordings,
        () => false,
      )
    if (await Promise.race([sent, sendTimeout()])) await leave(then)
    else setAsking({ sent, onSignedOut: then })
  }
  const question = asking && (
    <UnsentWarning
      sent={asking.sent}
      onSent={() => {
        setAsking(undefined)
        void signOut(asking.onSignedOut)
      }}
      onCancel={() => setAsking(undefined)}
      onConfirm={() => void leave(asking.onSignedOut)}
    />
  )
  return { signOut: (then) => void signOut(then), question }
}

type UnsentWarningProps = {
  readonly sent: Promise<boolean>
  readonly onSent: () => void
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/**
 * Warns that unsent data may be lost. If the server confirms all data while the dialog is open, signing out continues.
 */
function UnsentWarning({ sent, onSent, onCancel, onConfirm }: UnsentWarningProps) {
  useEffect(() => {
    let stands = true
    void sent.then((arrived) => {
      if (arrived && stands) onSent()
    })
    return () => {
      stands = false
    }
  }, [sent, onSent])
  return (
    <ConfirmDialog
      title={APP_TEXT.unsentTitle}
      text={APP_TEXT.unsentWarning}
      action={APP_TEXT.signOutAnyway}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}

const sendTimeout = (): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), SEND_TIMEOUT_MS))

/** Resolves when the store's state satisfies the predicate. */
const waitUntil = <State,>(store: StoreApi<State>, isTrue: (state: State) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isTrue(store.getState())) return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
