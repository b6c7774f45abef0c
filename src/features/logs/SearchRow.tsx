import { useEffect, useState, type Ref } from 'react'
import { Search, X } from 'lucide-react'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { appShortcutKey } from '#domain/keyboard/shortcuts.ts'
import { MAX_SEARCH_CHARACTERS, parseSearch, searchedLevel, withLevelFilter } from '#domain/search/searchQuery.ts'
import { LIST_TOOL_TEXT } from '#domain/texts/listTools.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSettings } from '#src/stores/settings.ts'
import { revealList } from '#src/ui/revealList.ts'
import '#src/styles/choices.css'
import './SearchRow.css'
import { useView } from './useView.ts'

/** Delays URL updates while the user types, because browsers limit how often the URL can change. */
const URL_DEBOUNCE_MS = 300

/** Renders the search field, the level filter and the saved searches. */
export function SearchRow({ field }: { readonly field?: Ref<HTMLInputElement> }) {
  const { search: urlSearch, show } = useView()
  const [typed, setTyped] = useState(urlSearch)
  const [lastUrlSearch, setLastUrlSearch] = useState(urlSearch)
  /**
   * Searches that this field has sent to the URL, but that the URL does not contain yet. The user may already have
   * typed more.
   */
  const [pendingUrlSearches, setPendingUrlSearches] = useState<readonly string[]>([])
  const find = useJournal((state) => state.search)
  const chooseDay = useJournal((state) => state.chooseDay)
  const saved = useSettings((state) => state.savedSearches)
  if (lastUrlSearch !== urlSearch) {
    setLastUrlSearch(urlSearch)
    // The URL was not changed by this field, but by a tag, the command palette or the back button.
    if (!pendingUrlSearches.includes(urlSearch)) {
      setPendingUrlSearches([])
      if (urlSearch !== typed.trim()) setTyped(urlSearch)
    }
  }
  if (pendingUrlSearches.at(-1) === urlSearch) setPendingUrlSearches([])
  const showSearch = (text: string) => {
    setPendingUrlSearches([...pendingUrlSearches, text.trim()])
    show({ search: text })
  }
  useEffect(() => find(typed), [typed, find])
  useEffect(() => {
    if (typed.trim() === urlSearch) return
    const timer = setTimeout(() => showSearch(typed), URL_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })

  const singleKeys = usePreferences((state) => state.singleKeys)
  const level = searchedLevel(parseSearch(typed))
  const changeSearch = (text: string) => {
    setTyped(text)
    if (text.trim() === '') return showSearch('')
    usePreferences.getState().choose('logsShown', true)
    revealList()
    chooseDay(null)
    // The first character shows the results immediately. Further characters update the URL after the debounce.
    if (urlSearch === '') showSearch(text)
  }
  return (
    <div role="search" className="search-row">
      <div className="search-field">
        <Search size={16} aria-hidden />
        <input
          ref={field}
          type="search"
          aria-label={LIST_TOOL_TEXT.search}
          aria-keyshortcuts={singleKeys ? appShortcutKey('search') : undefined}
          placeholder={LIST_TOOL_TEXT.searchHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_SEARCH_CHARACTERS}
          value={typed}
          onChange={({ target }) => changeSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isPartOfComposition(event.nativeEvent)) return
            if (typed === '') event.currentTarget.blur()
            else changeSearch('')
          }}
        />
        {typed !== '' && (
          <button type="button" aria-label={LIST_TOOL_TEXT.clearSearch} onClick={() => changeSearch('')}>
            <X size={16} aria-hidden />
          </button>
        )}
      </div>
      <fieldset className="choices">
        <legend className="sr-only">{LIST_TOOL_TEXT.level}</legend>
        {[undefined, ...LOG_LEVELS].map((one) => (
          <label key={one ?? 'all'}>
            <input
              type="radio"
              name="searched-level"
              checked={one === level}
              onChange={() => changeSearch(withLevelFilter(typed, one))}
            />
            <span>{one === undefined ? LIST_TOOL_TEXT.allLevels : one.charAt(0) + one.slice(1).toLowerCase()}</span>
          </label>
        ))}
      </fieldset>
      {saved.length > 0 && (
        <ul className="saved" aria-label={LIST_TOOL_TEXT.savedSearches}>
          {saved.map((one) => (
            <li key={one}>
              <button type="button" aria-pressed={one === urlSearch} onClick={() => changeSearch(one)}>
                {one}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
