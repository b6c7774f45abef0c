import { useId, useState } from 'react'
import { tagKey, normalizeTag } from '#domain/entry/tags.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { TAG_TEXT } from '#domain/texts/tags.ts'
import type { JournalState } from '#src/stores/journal.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import '#src/ui/Dialog.css'
import '#src/styles/labeledInput.css'
import './RenameDialog.css'

type Props = {
  readonly tag: string
  readonly tags: JournalState['tags']
  readonly onCancel: () => void
  readonly onRename: (name: string) => void
}

/** Asks for the new name of a tag, and warns if the renaming merges two tags. */
export function RenameDialog({ tag, tags, onCancel, onRename }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(tag)
  const name = normalizeTag(typed)
  const other = tags.find((one) => tagKey(one.tag) === tagKey(name) && tagKey(one.tag) !== tagKey(tag))
  return (
    <Dialog labelledBy={`${id}-title`} onCancel={onCancel} className="panel layer ask">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name !== '' && name !== tag) onRename(other?.tag ?? name)
        }}
      >
        <h2 id={`${id}-title`} className="panel-title">
          {TAG_TEXT.renameTitle(tag)}
        </h2>
        <label className="labeled-input rename-name">
          <span className="silk">{TAG_TEXT.newName}</span>
          <input
            className="text-input"
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <p role="status" className="rename-hint muted">
          {other ? TAG_TEXT.mergeHint(other.tag, other.count) : TAG_TEXT.renameHint}
        </p>
        <div className="dialog-actions">
          <Button large onClick={onCancel}>
            {COMMON_TEXT.cancel}
          </Button>
          <Button large look="primary" type="submit" disabled={name === '' || name === tag}>
            {other ? TAG_TEXT.merge : TAG_TEXT.rename}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
