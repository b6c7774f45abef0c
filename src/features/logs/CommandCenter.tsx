import { useNavigate } from 'react-router'
import { List, Plus } from 'lucide-react'
import { appShortcutKey } from '#domain/keyboard/shortcuts.ts'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useSingleKeyShortcuts } from '#src/ui/useSingleKeyShortcuts.ts'
import '#src/ui/keycap.css'
import './CommandCenter.css'
import { revealList } from './revealList.ts'

/** Renders the buttons New Entry and View Logs. On a phone, they are in a dock at the bottom of the screen. */
export function CommandCenter() {
  const logsShown = usePreferences((state) => state.logsShown)
  const choose = usePreferences((state) => state.choose)
  const onToggleLogs = () => {
    choose('logsShown', !logsShown)
    if (!logsShown) revealList()
  }
  const navigate = useNavigate()
  const newEntry = () => void navigate('/logs/new')
  const singleKeys = usePreferences((state) => state.singleKeys)
  useSingleKeyShortcuts(singleKeys, {
    [appShortcutKey('newEntry')]: newEntry,
    [appShortcutKey('viewLogs')]: onToggleLogs,
  })
  return (
    <>
      <Panel title={LOG_LIST_TEXT.commandCenter} className="command-center">
        <div className="command-keys">
          <Button
            look="primary"
            large
            aria-keyshortcuts={singleKeys ? appShortcutKey('newEntry') : undefined}
            onClick={newEntry}
          >
            <Plus size={16} aria-hidden />
            {LOG_LIST_TEXT.newEntry}
            {singleKeys && <KeyHint shortcut="newEntry" />}
          </Button>
          <Button
            large
            aria-keyshortcuts={singleKeys ? appShortcutKey('viewLogs') : undefined}
            aria-pressed={logsShown}
            onClick={onToggleLogs}
          >
            <List size={16} aria-hidden />
            {LOG_LIST_TEXT.viewLogs}
            {singleKeys && <KeyHint shortcut="viewLogs" />}
          </Button>
        </div>
      </Panel>
      <div className="dock" role="group" aria-label={LOG_LIST_TEXT.commandCenter}>
        <Button className="dock-key" aria-pressed={logsShown} onClick={onToggleLogs}>
          <List size={16} aria-hidden />
          {LOG_LIST_TEXT.viewLogs}
        </Button>
        <Button look="primary" className="dock-key" onClick={newEntry}>
          <Plus size={16} aria-hidden />
          {LOG_LIST_TEXT.newEntry}
        </Button>
      </div>
    </>
  )
}

const KeyHint = ({ shortcut }: { readonly shortcut: 'newEntry' | 'viewLogs' }) => (
  <kbd className="kbd at-end" aria-hidden>
    {appShortcutKey(shortcut).toUpperCase()}
  </kbd>
)
