import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Command } from 'cmdk'
import { dateText } from '#domain/clock.ts'
import { suggestCommands, type CommandAction, type CommandSuggestion } from '#domain/search/commands.ts'
import { draftTitle } from '#domain/entry/draft.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { searchPath } from '#domain/search/searchQuery.ts'
import { PALETTE_TEXT } from '#domain/texts/palette.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import { revealList } from '#src/ui/revealList.ts'
import './Palette.css'

const MAX_FOUND_ENTRIES = 8
/**
 * The maximum number of commands shown above the found entries. More commands would push the entries off the screen.
 */
const MAX_COMMANDS_WITH_ENTRIES = 4

type Props = {
  readonly initialText: string
  readonly onClose: () => void
  readonly onShowShortcuts: () => void
  readonly onExport: () => void
}

/** Renders the command palette. A colon starts a command; other text searches the entries. */
export function Palette({ initialText, onClose, onShowShortcuts, onExport }: Props) {
  const timeText = useTimeText()
  const [typed, setTyped] = useState(initialText)
  const found = useFoundEntries(typed)
  const navigate = useNavigate()
  const run = useRunCommand(onShowShortcuts, onExport)
  const isCommand = typed.trimStart().startsWith(':') || typed.trim() === ''
  const shownSuggestions = isCommand
    ? suggestCommands(typed)
    : suggestCommands(typed).slice(0, MAX_COMMANDS_WITH_ENTRIES)
  const choose = ({ line, action }: CommandSuggestion) => {
    if (!action) return line.endsWith(' ') ? setTyped(line) : undefined
    onClose()
    run(action)
  }
  return (
    <Dialog labelledBy="palette-title" onCancel={onClose} className="palette panel layer">
      <h2 id="palette-title" className="sr-only">
        {PALETTE_TEXT.title}
      </h2>
      <Command label={PALETTE_TEXT.title} shouldFilter={false} loop vimBindings={false}>
        <Command.Input
          data-autofocus
          value={typed}
          onValueChange={setTyped}
          placeholder={PALETTE_TEXT.placeholder}
          maxLength={200}
        />
        <Command.List label={PALETTE_TEXT.suggestions}>
          <Command.Empty>{PALETTE_TEXT.empty}</Command.Empty>
          {shownSuggestions.map((one) => (
            <Command.Item
              key={one.line}
              value={one.line}
              disabled={!one.action && !one.line.endsWith(' ')}
              onSelect={() => choose(one)}
            >
              <span className="palette-line">{one.line}</span>
              <span className="palette-says">{one.description}</span>
            </Command.Item>
          ))}
          {found.map((entry) => (
            <Command.Item
              key={entry.id}
              value={`entry ${entry.id}`}
              onSelect={() => {
                onClose()
                void navigate(`/logs/${entry.id}`)
              }}
            >
              <span className="palette-entry">{draftTitle(entry)}</span>
              <span className="palette-says">
                {entry.level}
                {entry.timestamp !== null && ` ${dateText(entry.timestamp)} ${timeText(entry.timestamp)}`}
              </span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** Returns the entries that match the typed text, or none for a command. */
function useFoundEntries(typed: string): readonly LogEntry[] {
  const findAll = useJournal((state) => state.findAll)
  // Searches again when entries have changed.
  const revision = useJournal((state) => state.revision)
  const [found, setFound] = useState<readonly LogEntry[]>([])
  const words = typed.trim()
  const isSearch = words !== '' && !words.startsWith(':')
  useEffect(() => {
    let isStale = false
    if (isSearch)
      void findAll(words, MAX_FOUND_ENTRIES).then((entries) => {
        if (!isStale) setFound(entries)
      })
    return () => {
      isStale = true
    }
  }, [words, isSearch, findAll, revision])
  return isSearch ? found : []
}

function useRunCommand(onShowShortcuts: () => void, onExport: () => void): (action: CommandAction) => void {
  const navigate = useNavigate()
  const tune = useFrequency((state) => state.tune)
  const chooseTheme = useFrequency((state) => state.chooseTheme)
  const { pathname, search } = useLocation()
  const isEntriesView = pathname === '/' && !new URLSearchParams(search).has('view')
  const isListOnScreen = usePreferences((state) => state.logsShown) && isEntriesView
  const choosePreference = usePreferences((state) => state.choose)
  const play = useRadio((state) => state.play)
  const pause = useRadio((state) => state.pause)
  const chooseDay = useJournal((state) => state.chooseDay)
  return (action) => {
    switch (action.kind) {
      case 'new':
        return void navigate('/logs/new', { state: { level: action.level } })
      case 'tune':
        return tune(action.frequency)
      case 'theme':
        return chooseTheme(action.theme)
      case 'search':
        return void navigate(searchPath(action.text))
      case 'open':
        return void navigate(action.path)
      case 'play':
        return void play(action.station)
      case 'stop':
        return pause()
      case 'keys':
        return onShowShortcuts()
      case 'export':
        return onExport()
      case 'logs':
        choosePreference('logsShown', !isListOnScreen)
        if (!isListOnScreen) revealList()
        return void navigate('/')
      case 'goto':
        chooseDay(action.day)
        choosePreference('logsShown', true)
        revealList()
        return void navigate('/')
    }
  }
}
