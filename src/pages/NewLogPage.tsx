import { PAGE_TEXT } from '#domain/texts/pages.ts'
import { NewEntry } from '#src/features/editor/NewEntry.tsx'
import { VoiceStrip } from '#src/features/voice/VoiceStrip.tsx'
import { useDrafts } from '#src/stores/drafts.ts'
import { useTitle } from '#src/ui/useTitle.ts'

/** Renders nothing until the user is known, because the drafts depend on the user. */
export function NewLogPage() {
  useTitle(PAGE_TEXT.newEntry)
  const isOpen = useDrafts((state) => state.isOpen)
  return isOpen && <NewEntry Voice={VoiceStrip} />
}
