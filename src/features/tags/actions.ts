import type { EntryChange } from '#domain/entry/merge.ts'
import { retag } from '#domain/entry/tags.ts'
import { tagSearch } from '#domain/search/searchQuery.ts'
import { entriesText } from '#domain/entry/entryCount.ts'
import { StorageUnavailable, isRefusal } from '#domain/errors.ts'
import { tagKey } from '#domain/entry/tags.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
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
  let fault = ''
  try {
    await useSearch.getState().sync()
    const { complete, findAll } = useSearch.getState()
    if (!complete) throw new Unread()
    const entries = await findAll(tagSearch(tag))
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
    fault = faultOf(error)
  }
  const reading = readAgain()
  // What went wrong is not kept back by a network that brings nothing.
  if (fault === '') await reading
  const entries = entriesText(changed.length)
  const done = name === undefined ? `Removed #${tag} from ${entries}` : `#${tag} is now #${name} in ${entries}`
  if (changed.length > 0)
    offerUndo(fault === '' ? done : `${fault} ${done}`, changed, fault === '' ? 'success' : 'hint')
  else if (fault !== '') toast.error(fault, 'dashboard')
  else toast.hint(`No entry has #${tag} any more.`, 'dashboard')
  toast.dismiss(progress, 'dashboard')
}

function offerUndo(text: string, changed: readonly EntryChange[], kind: 'success' | 'hint'): void {
  undoToast(
    text,
    () => {
      undo(changed).catch((error: unknown) => {
        console.warn('Undoing was cut off.', error)
        offerUndo('Failed to undo it in all entries.', changed, 'hint')
      })
    },
    { kind },
  )
}

/** What was changed once more since stays. */
async function undo(changed: readonly EntryChange[]): Promise<void> {
  const made = new Map(changed.map((change) => [change.before.id, change]))
  try {
    await useJournal.getState().changeEach(
      [...made.keys()],
      ({ id, content, tags }) => {
        const change = made.get(id)
        const untouched = change?.changes.content === content && change.changes.tags?.join('\n') === tags.join('\n')
        return change && untouched ? { content: change.before.content, tags: change.before.tags } : undefined
      },
      () => {},
    )
  } finally {
    await readAgain()
  }
}

async function readAgain(): Promise<void> {
  await useSearch.getState().sync()
  // Without its worker the list stays as it was.
  await useSearch
    .getState()
    .readTags()
    .catch(() => {})
}

/** Entries that this device has not read may have the tag too. */
class Unread extends Error {
  override readonly name = 'Unread'

  constructor() {
    super('Not all entries have been read yet. Connect and try again.')
  }
}

function faultOf(error: unknown): string {
  console.warn('Changing a tag was cut off.', error)
  if (error instanceof StorageUnavailable || error instanceof Unread) return error.message
  return isRefusal(error)
    ? 'Failed to change the tag everywhere. The server refuses it.'
    : 'Failed to change the tag everywhere. It needs a connection; try again for the rest.'
}
