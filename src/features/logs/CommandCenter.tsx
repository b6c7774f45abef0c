import { useNavigate } from 'react-router'
import { List, Plus } from 'lucide-react'
import { deskKey } from '#domain/shortcuts.ts'
import { useJournal } from '#src/stores/journal.ts'
import { Key } from '#src/ui/Key.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useLetterKeys } from '#src/ui/useLetterKeys.ts'

/** New Entry and View Logs; on a phone they stand in a dock within the thumb's reach. */
export function CommandCenter() {
  const logsShown = useJournal((state) => state.listShown)
  const onToggleLogs = useJournal((state) => state.toggleList)
  const navigate = useNavigate()
  const newEntry = () => void navigate('/logs/new')
  useLetterKeys({ [deskKey('newEntry')]: newEntry, [deskKey('viewLogs')]: onToggleLogs })
  return (
    <>
      <Panel title="Command Center" className="hidden wide:block">
        <div className="grid gap-2 p-4 wide:grid-cols-2 desk:grid-cols-1">
          <Key look="primary" large className="justify-start" aria-keyshortcuts="n" onClick={newEntry}>
            <Plus size={16} aria-hidden />
            New Entry
            <kbd className="kbd ml-auto" aria-hidden>
              N
            </kbd>
          </Key>
          <Key large className="justify-start" aria-keyshortcuts="l" aria-pressed={logsShown} onClick={onToggleLogs}>
            <List size={16} aria-hidden />
            View Logs
            <kbd className="kbd ml-auto" aria-hidden>
              L
            </kbd>
          </Key>
        </div>
      </Panel>
      <div className="dock wide:hidden" role="group" aria-label="Command Center">
        <Key className="dock-key" aria-pressed={logsShown} aria-label="View Logs" onClick={onToggleLogs}>
          <List size={20} aria-hidden />
          Logs
        </Key>
        <Key look="primary" className="dock-key" aria-label="New Entry" onClick={newEntry}>
          <Plus size={20} aria-hidden />
          New
        </Key>
      </div>
    </>
  )
}
