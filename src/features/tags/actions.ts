import type { EntryChange } from '#domain/edit.ts'
import { retag } from '#domain/tags.ts'
import { tagSearch } from '#domain/searchQuery.ts'
import { tagKey } from '#domain/tags.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { toast } from '#src/ui/toast.tsx'
import { undoToast } from '#src/ui/undoToast.tsx'

/**
 * Gives a tag another name everywhere, makes it one with a tag of that name, or takes it away. What was changed can be
 * undone, and that it was cut off is said.
 */
export async function retagAll(tag: string, name: string | undefined): Promise<void> {
  const { changeEach } = useJournal.getState()
  const progress = toast.loading('Changing entries…', 'dashboard')
  const changed: EntryChange[] = []
  try {
    const entries = await useSearch.getState().all(tagSearch(tag))
    const ids = entries.filter(({ tags }) => tags.some((one) => tagKey(one) === tagKey(tag))).map(({ id }) => id)
    await changeEach(
      ids,
      (entry) => retag(entry, tag, name),
      (some, done) => {
        changed.push(...some)
        toast.loading(`Changing entries… ${done}`, 'dashboard', progress)
      },
    )
  } catch (error) {
    failed(error)
  }
  if (changed.length > 0) {
    await readAgain()
    const entriesText = changed.length === 1 ? '1 entry' : `${changed.length} entries`
    undoToast(
      name === undefined ? `Removed #${tag} from ${entriesText}` : `#${tag} is now #${name} in ${entriesText}`,
      () => {
        undo(changed).catch(failed)
      },
    )
  }
  toast.dismiss(progress, 'dashboard')
}

/** What was changed once more since stays. */
async function undo(changed: readonly EntryChange[]): Promise<void> {
  const made = new Map(changed.map((change) => [change.before.id, change]))
  await useJournal.getState().changeEach(
    [...made.keys()],
    ({ id, content, tags }) => {
      const change = made.get(id)
      const untouched = change?.changes.content === content && change.changes.tags?.join('\n') === tags.join('\n')
      return change && untouched ? { content: change.before.content, tags: change.before.tags } : undefined
    },
    () => {},
  )
  await readAgain()
}

async function readAgain(): Promise<void> {
  await useSearch.getState().sync()
  await useSearch.getState().readTags()
}

function failed(error: unknown): void {
  toast.error('Failed to change the tag everywhere. It needs a connection; try again for the rest.', 'dashboard')
  console.warn('Changing a tag was cut off.', error)
}
