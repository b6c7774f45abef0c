import { useNavigate } from 'react-router'
import { List, Mic, Plus } from 'lucide-react'
import { appShortcutKey } from '#domain/keyboard/shortcuts.ts'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { useHydratedValue } from '#src/boot/useHydrated.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { DICTATION } from '#src/ui/dictation.ts'
import { useSingleKeyShortcuts } from '#src/ui/useSingleKeyShortcuts.ts'
import { useViewLogs } from './useView.ts'
import '#src/ui/keycap.css'
import './CommandCenter.css'

/** Renders the buttons New Entry, Dictate and View Logs. On a phone, they are in a dock at the bottom of the screen. */
export function CommandCenter() {
  const viewLogs = useViewLogs()
  const navigate = useNavigate()
  const newEntry = () => void navigate('/logs/new')
  const dictate = () => void navigate('/logs/new', { state: DICTATION })
  // The prerendered page shows all buttons.
  const aiEnabled = useHydratedValue(
    useSettings((state) => state.settings.aiEnabled),
    true,
  )
  const singleKeys = usePreferences((state) => state.singleKeys)
  useSingleKeyShortcuts(singleKeys, {
    [appShortcutKey('newEntry')]: newEntry,
    ...(aiEnabled && { [appShortcutKey('dictate')]: dictate }),
    [appShortcutKey('viewLogs')]: viewLogs.toggle,
  })
  return (
    <>
      <Panel title={LOG_LIST_TEXT.commandCenter} className="command-center">
        <div className="command-keys" role="group" aria-label={LOG_LIST_TEXT.menuBar}>
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
          {aiEnabled && (
            <Button
              large
              className="command-dictate"
              aria-label={LOG_LIST_TEXT.dictate}
              title={LOG_LIST_TEXT.dictate}
              aria-keyshortcuts={singleKeys ? appShortcutKey('dictate') : undefined}
              onClick={dictate}
            >
              <Mic size={16} aria-hidden />
            </Button>
          )}
          <Button
            large
            aria-keyshortcuts={singleKeys ? appShortcutKey('viewLogs') : undefined}
            aria-pressed={viewLogs.isOn}
            onClick={viewLogs.toggle}
          >
            <List size={16} aria-hidden />
            {LOG_LIST_TEXT.viewLogs}
            {singleKeys && <KeyHint shortcut="viewLogs" />}
          </Button>
        </div>
      </Panel>
      <div className="dock" role="group" aria-label={LOG_LIST_TEXT.menuBar}>
        <Button className="dock-key" aria-pressed={viewLogs.isOn} onClick={viewLogs.toggle}>
          <List size={16} aria-hidden />
          {LOG_LIST_TEXT.viewLogs}
        </Button>
        {aiEnabled && (
          <Button className="dock-key dock-dictate" aria-label={LOG_LIST_TEXT.dictate} onClick={dictate}>
            <Mic size={18} aria-hidden />
          </Button>
        )}
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
