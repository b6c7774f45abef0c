import { useId, useState } from 'react'
import type { Draft } from '#domain/entry/draft.ts'
import { DRAFT_TEXT } from '#domain/texts/drafts.ts'
import { Button } from '#src/ui/Button.tsx'
import { DraftNote } from './DraftNote.tsx'
import './DraftsButton.css'

type Props = {
  readonly drafts: readonly Draft[]
  readonly onContinue: (draft: Draft) => void
  readonly onDiscard?: (draft: Draft) => void
}

/**
 * Renders a button with the number of drafts, which shows or hides the drafts. Drafts that were rejected or are in
 * conflict need a decision of the user, so they are shown at first.
 */
export function DraftsButton({ drafts, onContinue, onDiscard }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  if (drafts.length === 0) return null
  const isOpen = chosen ?? drafts.some(({ state }) => state !== 'writing')
  return (
    <>
      <Button
        look="ghost"
        className="lamp drafts-key"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        {DRAFT_TEXT.count(drafts.length)}
      </Button>
      {isOpen && (
        <section id={id} aria-label={DRAFT_TEXT.title} className="drafts-list">
          {drafts.map((draft) => (
            <DraftNote
              key={draft.key}
              draft={draft}
              onContinue={() => onContinue(draft)}
              {...(onDiscard ? { onDiscard: () => onDiscard(draft) } : {})}
            />
          ))}
        </section>
      )}
    </>
  )
}
