import type { EntryChange } from '#domain/entry/merge.ts'
import { retag } from '#domain/entry/tags.ts'
import { tagSearch } from '#domain/search/searchQuery.ts'
import { WriteUnavailable, isPermanentRejection } from '#domain/errors.ts'
import { tagKey } from '#domain/entry/tags.ts'
import { TAG_TEXT } from '#domain/texts/tags.ts'
import { useJournal } from '#src/stores/journal/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { toast } from '#src/ui/toast.tsx'
import { undoToast } from '#src/ui/undoToast.tsx'

/**
 * Renames a tag in all entries, or removes the tag if `name` is undefined. If a tag with the new name exists, the two
 * tags are merged. If the change is interrupted, shows an error message. Offers to undo the completed changes.
 */
export async function retagAll(tag: string, name: string | undefined): Promise<void> {
  const { changeEach } = useJournal.getState()
  const progress = toast.loading(TAG_TEXT.changing, 'dashboard')
  const changed: EntryChange[] = []
  let errorText = ''
  try {
    await useSearch.getState().sync()
    const { complete, findAll } = useSearch.getState()
    if (!complete) throw new Unread()
    const entries = await findAll(tagSearch(tag))
    const ids = entries.filter(({ tags }) => tags.some((one) => tagKey(one) === tagKey(tag))).map(({ id }) => id)
    await changeEach(
      ids,
      (entry) => retag(entry, tag, name),
      (batch, done) => {
        changed.push(...batch)
        toast.loading(TAG_TEXT.changed(done), 'dashboard', progress)
      },
    )
  } catch (error) {
    errorText = errorTextOf(error)
  }
  const refreshing = refreshTags()
  // If an error has occurred, the list of tags is not awaited, because the network may be down.
  if (errorText === '') await refreshing
  const done = name === undefined ? TAG_TEXT.removed(tag, changed.length) : TAG_TEXT.renamed(tag, name, changed.length)
  if (changed.length > 0)
    showUndoToast(errorText === '' ? done : `${errorText} ${done}`, changed, errorText === '' ? 'success' : 'hint')
  else if (errorText !== '') toast.error(errorText, 'dashboard')
  else toast.hint(TAG_TEXT.unused(tag), 'dashboard')
  toast.dismiss(progress, 'dashboard')
}

function showUndoToast(text: string, changed: readonly EntryChange[], kind: 'success' | 'hint'): void {
  undoToast(
    text,
    () => {
      undoRetag(changed).catch((error: unknown) => {
        console.warn('The undo was interrupted.', error)
        showUndoToast(TAG_TEXT.undoFailed, changed, 'hint')
      })
    },
    { kind },
  )
}

/** Undoes the changes. Entries that have changed again since then stay unchanged. */
async function undoRetag(changed: readonly EntryChange[]): Promise<void> {
  const changesById = new Map(changed.map((change) => [change.before.id, change]))
  try {
    await useJournal.getState().changeEach(
      [...changesById.keys()],
      ({ id, content, tags }) => {
        const change = changesById.get(id)
        const isUntouched = change?.changes.content === content && change.changes.tags?.join('\n') === tags.join('\n')
        return change && isUntouched ? { content: change.before.content, tags: change.before.tags } : undefined
      },
      () => {},
    )
  } finally {
    await refreshTags()
  }
}

async function refreshTags(): Promise<void> {
  await useSearch.getState().sync()
  // If the search worker fails, the list of tags stays unchanged.
  await useSearch
    .getState()
    .readTags()
    .catch(() => {})
}

/** Thrown if the local mirror is incomplete. An incomplete mirror may lack entries with the tag. */
class Unread extends Error {
  override readonly name = 'Unread'

  constructor() {
    super(TAG_TEXT.notLoaded)
  }
}

function errorTextOf(error: unknown): string {
  console.warn('The tag change was interrupted.', error)
  if (error instanceof WriteUnavailable || error instanceof Unread) return error.message
  return isPermanentRejection(error) ? TAG_TEXT.rejected : TAG_TEXT.interrupted
}
