import { useEffect } from 'react'
import { Link } from 'react-router'
import { contentOf } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { goalOf, toggleGoal, withGoal } from '#domain/entry/goals.ts'
import { TAG_SEPARATOR, withTag } from '#domain/entry/tagNames.ts'
import { searchPath, tagSearch } from '#domain/search/searchQuery.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSession } from '#src/stores/userStore.ts'
import { MarkdownText } from '#src/ui/MarkdownText.tsx'
import { Sheet, SheetCell } from '#src/ui/Sheet.tsx'
import { TAG_LINKS } from '#src/ui/tagLinks.tsx'
import '#src/styles/entryParts.css'
import { saveContent } from './actions.ts'
import { AddItem, LevelMenu } from './QuickEdits.tsx'
import './EntrySheet.css'

/** Renders an entry as a form: its text, and its level, goals and tags, which can be changed in place. */
export function EntrySheet({ entry }: { readonly entry: LogEntry }) {
  return (
    <Sheet
      title={ENTRY_TEXT.title}
      entry={entry}
      countedText={entry.content}
      stamp={<LevelMenu entry={entry} large />}
      footer={<GoalsAndTags entry={entry} />}
    >
      <MarkdownText text={entry.content} tagLinks={TAG_LINKS} className="entry-text" />
    </Sheet>
  )
}

function GoalsAndTags({ entry }: { readonly entry: LogEntry }) {
  const { goals, tags } = entry
  const session = useSession()
  const knownGoals = useJournal((state) => state.goals)
  const tagCounts = useJournal((state) => state.tags)
  const knownTags = tagCounts.map(({ tag }) => tag)
  const readGoals = useJournal((state) => state.readGoals)
  const readTags = useJournal((state) => state.readTags)
  useEffect(() => {
    void readGoals()
    void readTags()
  }, [readGoals, readTags])
  return (
    <footer className="entry-lists">
      <SheetCell name={ENTRY_TEXT.goals}>
        <ul className="entry-goals">
          {goals.map((stored, index) => {
            const { text, done } = goalOf(stored)
            return (
              <li key={stored}>
                <label className="goal-tick">
                  <input
                    type="checkbox"
                    checked={done}
                    onChange={() =>
                      saveContent(session, entry, { ...contentOf(entry), goals: toggleGoal(goals, index) })
                    }
                  />
                  <span>{text}</span>
                </label>
              </li>
            )
          })}
        </ul>
        <AddItem
          entry={entry}
          name={ENTRY_TEXT.addGoal}
          label={EDITOR_TEXT.addGoal}
          known={knownGoals}
          add={(content, typed) => ({ ...content, goals: withGoal(content.goals, typed) })}
        />
      </SheetCell>
      <SheetCell name={ENTRY_TEXT.tags}>
        <ul className="entry-tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link to={searchPath(tagSearch(tag))} className="chip chip-tag">
                {tag}
              </Link>
            </li>
          ))}
        </ul>
        <AddItem
          entry={entry}
          name={ENTRY_TEXT.addTag}
          label={EDITOR_TEXT.addTag}
          known={knownTags}
          separator={TAG_SEPARATOR}
          add={(content, typed) => ({ ...content, tags: withTag(content.tags, typed, knownTags) })}
        />
      </SheetCell>
    </footer>
  )
}
