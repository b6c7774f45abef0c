import { useNavigate } from 'react-router'
import { List, Plus } from 'lucide-react'
import { deskKey } from '#domain/keyboard/shortcuts.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Key } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useLetterKeys } from '#src/ui/useLetterKeys.ts'

/** New Entry and View Logs; on a phone they stand in a dock within the thumb's reach. */
export function CommandCenter() {
  const logsShown = useJournal((state) => state.listShown)
  const onToggleLogs = useJournal((state) => state.toggleList)
  const navigate = useNavigate()
  const newEntry = () => void navigate('/logs/new')
  const singleKeys = usePreferences((state) => state.singleKeys)
  useLetterKeys(singleKeys, { [deskKey('newEntry')]: newEntry, [deskKey('viewLogs')]: onToggleLogs })
  return (
    <>
      <Panel title="Command Center" className="hidden wide:block">
        <div className="grid gap-2 p-4 wide:grid-cols-2 desk:grid-cols-1">
          <Key
            look="primary"
            large
            className="justify-start"
            aria-keyshortcuts={singleKeys ? deskKey('newEntry') : undefined}
            onClick={newEntry}
          >
            <Plus size={16} aria-hidden />
            New Entry
            {singleKeys && <KeyHint name="newEntry" />}
          </Key>
          <Key
            large
            className="justify-start"
            aria-keyshortcuts={singleKeys ? deskKey('viewLogs') : undefined}
            aria-pressed={logsShown}
            onClick={onToggleLogs}
          >
            <List size={16} aria-hidden />
            View Logs
            {singleKeys && <KeyHint name="viewLogs" />}
          </Key>
        </div>
      </Panel>
      <div className="dock wide:hidden" role="group" aria-label="Command Center">
        <Key className="dock-key" aria-pressed={logsShown} onClick={onToggleLogs}>
          <List size={16} aria-hidden />
          View Logs
        </Key>
        <Key look="primary" className="dock-key" onClick={newEntry}>
          <Plus size={16} aria-hidden />
          New Entry
        </Key>
      </div>
    </>
  )
}

const KeyHint = ({ name }: { readonly name: 'newEntry' | 'viewLogs' }) => (
  <kbd className="kbd ml-auto" aria-hidden>
    {deskKey(name).toUpperCase()}
  </kbd>
)
