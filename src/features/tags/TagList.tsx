import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Pencil, Trash } from 'lucide-react'
import { foldText } from '#domain/text/fold.ts'
import { searchPath, tagSearch } from '#domain/search/searchQuery.ts'
import { TAG_TEXT } from '#domain/texts/tags.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import '#src/styles/entryParts.css'
import '#src/styles/labeledInput.css'
import './TagList.css'
import { retagAll } from './actions.ts'
import { RenameDialog } from './RenameDialog.tsx'

/** Lists all tags with their number of entries. A tag can be renamed or removed in all entries. */
export function TagList() {
  const session = useSession()
  const navigate = useNavigate()
  const tags = useJournal((state) => state.tags)
  const readTags = useJournal((state) => state.readTags)
  const revision = useJournal((state) => state.revision)
  const complete = useJournal((state) => state.isComplete)
  const [typed, setTyped] = useState('')
  const [renaming, setRenaming] = useState<string>()
  useEffect(() => void readTags(), [readTags, revision])
  const query = foldText(typed.trim().replace(/^#+/, ''))
  const shown = tags.filter(({ tag }) => foldText(tag).includes(query))
  return (
    <div className="tag-view">
      <label className="labeled-input">
        <span className="silk">{TAG_TEXT.find}</span>
        <input type="search" className="text-input" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
      <p role="status" className="muted">
        {!complete && TAG_TEXT.loading}
        {tags.length === 0 && complete
          ? TAG_TEXT.none
          : query === ''
            ? TAG_TEXT.count(tags.length)
            : TAG_TEXT.found(shown.length, tags.length)}
      </p>
      <ul className="tag-list" aria-label={TAG_TEXT.list}>
        {shown.map(({ tag, count }) => (
          <li key={tag}>
            <button type="button" className="chip chip-tag" onClick={() => void navigate(searchPath(tagSearch(tag)))}>
              {tag}
            </button>
            <span className="mono small muted">{count}</span>
            <Button look="ghost" aria-label={TAG_TEXT.renameLabel(tag)} onClick={() => setRenaming(tag)}>
              <Pencil size={15} aria-hidden />
            </Button>
            <Button
              look="ghost"
              aria-label={TAG_TEXT.removeLabel(tag)}
              onClick={() => void retagAll(session, tag, undefined)}
            >
              <Trash size={15} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {renaming !== undefined && (
        <RenameDialog
          tag={renaming}
          tags={tags}
          onCancel={() => setRenaming(undefined)}
          onRename={(name) => {
            setRenaming(undefined)
            void retagAll(session, renaming, name)
          }}
        />
      )}
    </div>
  )
}
