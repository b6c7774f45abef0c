import { useEffect, useId, useState } from 'react'
import { X } from 'lucide-react'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { hasTag, TAG_SEPARATOR, withTag, withoutTags } from '#domain/entry/tags.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { useJournal } from '#src/stores/journal.ts'
import '#src/styles/entryParts.css'
import '#src/styles/listInput.css'
import './listField.css'

type Props = {
  /** All tags of the entry, including those in its text. */
  readonly tags: readonly string[]
  /** The tags that are not in the text. Only these tags can be removed in this field. */
  readonly ownTags: readonly string[]
  readonly onChange: (ownTags: readonly string[]) => void
}

/** Edits the tags of an entry. Enter, a comma or a space adds the typed tag. Also lists each `#tag` of the text. */
export function TagField({ tags, ownTags, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const tagCounts = useJournal((state) => state.tags)
  const readTags = useJournal((state) => state.readTags)
  useEffect(() => void readTags(), [readTags])
  const known = withoutTags(
    tagCounts.map((one) => one.tag),
    tags,
  )
  const add = (text: string) => {
    setTyped('')
    const added = withoutTags(withTag(tags, text, known), tags)
    if (added.length > 0) onChange([...ownTags, ...added])
  }
  /** Adds the typed tag if the text ends with a separator, even if the separator is part of an IME composition. */
  const handleInput = (text: string) => (TAG_SEPARATOR.test(text) ? add(text) : setTyped(text))
  return (
    <div className="list-field">
      <label className="silk" htmlFor={`${id}-input`}>
        {EDITOR_TEXT.tags}
      </label>
      <ul className="tag-field-list" aria-label={EDITOR_TEXT.tagList}>
        {tags.map((tag) => (
          <li key={tag} className="chip chip-tag chip-in-text">
            {tag}
            {hasTag(ownTags, tag) ? (
              <button
                type="button"
                className="chip-remove"
                aria-label={EDITOR_TEXT.removeTag(tag)}
                onClick={() => onChange(withoutTags(ownTags, [tag]))}
              >
                <X size={13} aria-hidden />
              </button>
            ) : (
              <span className="sr-only">{EDITOR_TEXT.tagInText}</span>
            )}
          </li>
        ))}
        <li>
          <input
            id={`${id}-input`}
            className="list-input"
            list={`${id}-known`}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            placeholder={EDITOR_TEXT.addTag}
            value={typed}
            onChange={({ target, nativeEvent }) => {
              const input = nativeEvent instanceof InputEvent ? nativeEvent : undefined
              // A space during an IME composition selects a candidate, so it is not a separator.
              if (input?.isComposing) setTyped(target.value)
              else if (input?.inputType === 'insertReplacementText') add(target.value)
              else handleInput(target.value)
            }}
            onCompositionEnd={({ currentTarget }) => handleInput(currentTarget.value)}
            onBlur={() => add(typed)}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey || isPartOfComposition(event.nativeEvent)) return
              if (event.key === 'Backspace' && typed === '') return onChange(ownTags.slice(0, -1))
              if (event.key !== 'Enter') return
              event.preventDefault()
              add(typed)
            }}
          />
        </li>
      </ul>
      <datalist id={`${id}-known`}>
        {known.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </div>
  )
}
