import { useState } from 'react'
import { ACCOUNT_TEXT } from '#domain/messages.ts'
import { useAuth } from '#src/stores/auth.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Key } from '#src/ui/Key.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { Setting } from './Setting.tsx'

const RECOVERY_ADDRESS = import.meta.env.VITE_ACCOUNT_RECOVERY_URL || '/password-recovery'

/** Who is signed in, and what can be done about it. */
export function AccountSettings() {
  const user = useAuth((state) => state.user)
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState(false)
  return (
    <Panel title="Account">
      <Setting name="Email">
        <span className="mono text-sm break-all">{user?.email}</span>
      </Setting>
      <Setting name="Display name">
        <span className="mono text-sm">{user?.displayName || 'Not set'}</span>
      </Setting>
      <Setting name="Password" hint="Opens in a new tab.">
        <a className="key" href={RECOVERY_ADDRESS} target="_blank" rel="noopener noreferrer">
          Change Password
        </a>
      </Setting>
      <Setting name="Delete account">
        <Key onClick={() => setAsking(true)}>Delete Account</Key>
      </Setting>
      {answer && (
        <p role="alert" className="border-t border-line p-4 text-warn">
          {ACCOUNT_TEXT.deletion}
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title="Delete account"
          text="Are you sure you want to delete your account?"
          action="Delete Account"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            setAnswer(true)
          }}
        />
      )}
    </Panel>
  )
}
