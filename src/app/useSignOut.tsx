import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { StoreApi } from 'zustand'
import { authMessage } from '#domain/account/authErrors.ts'
import { AUTH_TEXT } from '#domain/account/authMessages.ts'
import { useActivity } from '#src/stores/activity.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useNotifications } from '#src/stores/notifications.ts'
import { useSearch } from '#src/stores/search.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useVoice } from '#src/stores/voice.ts'
import { toast } from '#src/ui/toast.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

/** Writes that the server takes longer than this to confirm count as queued. */
const SEND_TIMEOUT_MS = 1500

type PendingSignOut = {
  /** Resolves with whether the server has everything, as soon as that is known: offline, never. */
  readonly sent: Promise<boolean>
  readonly onSignedOut: (() => void) | undefined
}

/**
 * Signing out clears what the device holds of the person, so it warns first when something written here has not
 * reached the server, for as long as it has not. Afterwards comes `then`.
 */
export function useSignOut(): { signOut: (then?: () => void) => void; question: ReactNode } {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<PendingSignOut>()
  const leave = async (then: (() => void) | undefined) => {
    setAsking(undefined)
    const { uid } = useDrafts.getState()
    // Nothing more is asked in the name of somebody who is about to be gone.
    useActivity.getState().close()
    useSearch.getState().close()
    // While somebody is still there to say so, and the page to do it. Without a network the service forgets this browser later.
    const { enabled, disable } = useNotifications.getState()
    const forgotten = Promise.allSettled([
      enabled ? disable() : undefined,
      uid === null ? undefined : useVoice.getState().forget(uid),
    ])
    await Promise.race([forgotten, sendTimeout()])
    try {
      await useAuth.getState().signOut()
      then?.()
      // Whoever signs in next begins at the dashboard, not where this one was.
      void navigate('/login', { replace: true })
      // Only for those who leave: a session that ends by itself loses nobody's text.
      if (uid !== null) useDrafts.getState().forget(uid)
    } catch (error) {
      toast.error(authMessage(error, AUTH_TEXT.signOutFailed))
    }
  }
  const signOut = async (then: (() => void) | undefined) => {
    useDrafts.getState().flush()
    // What is still being written is sent by nobody.
    if ([...useDrafts.getState().drafts.values()].some(({ state }) => state !== 'sent'))
      return setAsking({ sent: Promise.resolve(false), onSignedOut: then })
    const sent = useFrequency
      .getState()
      .flush()
      .then(useJournal.getState().whenAllSent)
      .then(() => waitUntil(useDrafts, ({ drafts }) => drafts.size === 0))
      .then(() => waitUntil(useSettings, ({ allSent }) => allSent))
      .then(useVoice.getState().hasStoredRecordings)
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

/** Asks whether what is not sent may be lost. What was only late arrives meanwhile: then nothing is left to ask. */
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
      title="Not everything is sent"
      text="Entries, drafts, recordings or settings of this device may not have reached the server yet. Signing out removes them from this device, and what has not is lost."
      action="Sign out and lose them"
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}

const sendTimeout = (): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), SEND_TIMEOUT_MS))

/** Resolves once this is true of a store. */
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
