import { useState } from 'react'
import { Download } from 'lucide-react'
import { ACCOUNT_TEXT } from '#domain/texts/specification.ts'
import { isPermanentRejection } from '#domain/errors.ts'
import { ACCOUNT_SETTINGS_TEXT } from '#domain/texts/accountSettings.ts'
import { useArchive } from '#src/stores/archive.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useSession } from '#src/stores/userStore.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.tsx'
import { Setting } from './Setting.tsx'
import './AccountSettings.css'

const RECOVERY_URL = import.meta.env.VITE_ACCOUNT_RECOVERY_URL || '/password-recovery'

type Props = { readonly onSignOut: (then: () => void) => void }

/** Shows the account, and the settings for the user's data on the server and on this device. */
export function AccountSettings({ onSignOut }: Props) {
  const user = useAuth((state) => state.user)
  const [isConfirming, setConfirming] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  return (
    <>
      <Panel title={ACCOUNT_SETTINGS_TEXT.title}>
        <Setting name={ACCOUNT_SETTINGS_TEXT.email}>
          <span className="mono small account-email">{user?.email}</span>
        </Setting>
        <Setting name={ACCOUNT_SETTINGS_TEXT.displayName}>
          <span className="mono small">{user?.displayName || ACCOUNT_SETTINGS_TEXT.noDisplayName}</span>
        </Setting>
        <Setting name={ACCOUNT_SETTINGS_TEXT.password} hint={ACCOUNT_SETTINGS_TEXT.passwordHint}>
          <a className="key" href={RECOVERY_URL} target="_blank" rel="noopener noreferrer">
            {ACCOUNT_SETTINGS_TEXT.changePassword}
          </a>
        </Setting>
        <Setting name={ACCOUNT_SETTINGS_TEXT.deletion}>
          <Button onClick={() => setConfirming(true)}>{ACCOUNT_SETTINGS_TEXT.delete}</Button>
        </Setting>
        {isAnswered && (
          <p role="alert" className="account-answer warn">
            {ACCOUNT_TEXT.deletion}
          </p>
        )}
      </Panel>
      <Panel title={ACCOUNT_SETTINGS_TEXT.data}>
        <MyData />
        <SharedDevice onSignOut={onSignOut} />
      </Panel>
      {isConfirming && (
        <ConfirmDialog
          title={ACCOUNT_SETTINGS_TEXT.deletion}
          text={ACCOUNT_SETTINGS_TEXT.deletionQuestion}
          action={ACCOUNT_SETTINGS_TEXT.delete}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            setAnswered(true)
          }}
        />
      )}
    </>
  )
}

function MyData() {
  const save = useArchive((state) => state.saveMyData)
  const session = useSession()
  const [readCount, setReadCount] = useState<number>()
  const download = async () => {
    const { user } = useAuth.getState()
    if (readCount !== undefined || !user) return
    setReadCount(0)
    try {
      const drafts = useDrafts.of(session).getState
      drafts().flush()
      await save(user, [...drafts().drafts.values()], setReadCount)
      toast.success(ACCOUNT_SETTINGS_TEXT.downloaded)
    } catch (error) {
      toast.error(
        isPermanentRejection(error) ? ACCOUNT_SETTINGS_TEXT.downloadRejected : ACCOUNT_SETTINGS_TEXT.downloadFailed,
      )
      console.warn('The data could not be read.', error)
    }
    setReadCount(undefined)
  }
  return (
    <Setting name={ACCOUNT_SETTINGS_TEXT.download} hint={ACCOUNT_SETTINGS_TEXT.downloadHint}>
      <Button aria-disabled={readCount !== undefined || undefined} onClick={() => void download()}>
        <Download size={16} aria-hidden />
        {readCount === undefined ? ACCOUNT_SETTINGS_TEXT.download : ACCOUNT_SETTINGS_TEXT.progress(readCount)}
      </Button>
    </Setting>
  )
}

function SharedDevice({ onSignOut }: Props) {
  const shared = useAuth((state) => state.shared)
  const setShared = useAuth((state) => state.setShared)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Setting
      name={ACCOUNT_SETTINGS_TEXT.shared}
      hint={shared ? ACCOUNT_SETTINGS_TEXT.sharedOn : ACCOUNT_SETTINGS_TEXT.sharedOff}
    >
      <Button
        aria-label={shared ? ACCOUNT_SETTINGS_TEXT.turnSharedOffLabel : ACCOUNT_SETTINGS_TEXT.turnSharedOnLabel}
        onClick={() => setConfirming(true)}
      >
        {shared ? ACCOUNT_SETTINGS_TEXT.turnSharedOff : ACCOUNT_SETTINGS_TEXT.turnSharedOn}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={ACCOUNT_SETTINGS_TEXT.signInAgain}
          text={shared ? ACCOUNT_SETTINGS_TEXT.sharedOffQuestion : ACCOUNT_SETTINGS_TEXT.sharedOnQuestion}
          action={ACCOUNT_SETTINGS_TEXT.signOut}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            onSignOut(() => setShared(!shared))
          }}
        />
      )}
    </Setting>
  )
}
