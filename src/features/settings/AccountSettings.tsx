import { useState } from 'react'
import { Download } from 'lucide-react'
import { ACCOUNT_TEXT } from '#domain/texts/specification.ts'
import { isRejected } from '#domain/errors.ts'
import { useArchive } from '#src/stores/archive.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useDrafts } from '#src/stores/drafts.ts'
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
      <Panel title="Account">
        <Setting name="Email">
          <span className="mono small account-email">{user?.email}</span>
        </Setting>
        <Setting name="Display name">
          <span className="mono small">{user?.displayName || 'Not set'}</span>
        </Setting>
        <Setting name="Password" hint="Opens in a new tab.">
          <a className="key" href={RECOVERY_URL} target="_blank" rel="noopener noreferrer">
            Change Password
          </a>
        </Setting>
        <Setting name="Delete account">
          <Button onClick={() => setConfirming(true)}>Delete Account</Button>
        </Setting>
        {isAnswered && (
          <p role="alert" className="account-answer warn">
            {ACCOUNT_TEXT.deletion}
          </p>
        )}
      </Panel>
      <Panel title="Data">
        <MyData />
        <SharedDevice onSignOut={onSignOut} />
      </Panel>
      {isConfirming && (
        <ConfirmDialog
          title="Delete account"
          text="Are you sure you want to delete your account?"
          action="Delete Account"
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
  const [readCount, setReadCount] = useState<number>()
  const download = async () => {
    const { user } = useAuth.getState()
    if (readCount !== undefined || !user) return
    setReadCount(0)
    try {
      useDrafts.getState().flush()
      await save(user, [...useDrafts.getState().drafts.values()], setReadCount)
      toast.success('Your data is downloaded.')
    } catch (error) {
      toast.error(
        isRejected(error)
          ? 'Your data was not downloaded: the server refused it.'
          : 'Your data was not downloaded: the server cannot be reached. Try again when you are online.',
      )
      console.warn('The data could not be read.', error)
    }
    setReadCount(undefined)
  }
  return (
    <Setting
      name="Download my data"
      hint="Account, settings, favorites and all entries, deleted ones and drafts too, as one JSON file."
    >
      <Button aria-disabled={readCount !== undefined || undefined} onClick={() => void download()}>
        <Download size={16} aria-hidden />
        {readCount === undefined ? 'Download my data' : `${readCount.toLocaleString('en-US')} entries read`}
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
      name="Shared device"
      hint={
        shared
          ? 'On: nothing of you stays on this device, and closing the tab signs you out. Without a network there is no journal.'
          : 'Off: your journal is kept on this device, where it opens fast and without a network.'
      }
    >
      <Button onClick={() => setConfirming(true)}>{shared ? 'Keep my journal here' : 'Keep nothing here'}</Button>
      {isConfirming && (
        <ConfirmDialog
          title="Sign in again"
          text={
            shared
              ? 'You are signed out. When you sign in again, your journal is kept on this device.'
              : 'You are signed out, and your journal is removed from this device. When you sign in again, nothing is kept.'
          }
          action="Sign out"
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
