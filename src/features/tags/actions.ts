import type { EntryChange } from '#domain/entry/merge.ts'
import { retag } from '#domain/entry/tags.ts'
import { tagSearch } from '#domain/search/searchQuery.ts'
import { WriteUnavailable } from '#domain/errors.ts'
import { tagKey } from '#domain/entry/tags.ts'
import { TAG_TEXT } from '#domain/texts/tags.ts'
import { useJournal } from '#src/stores/journal.ts'
import type { UserSession } from '#src/stores/session.ts'
import { toast } from '#src/ui/toast.tsx'
import { undoToast } from '#src/ui/undoToast.tsx'

/**
 * Renames a tag in all entries, or removes the tag if `name` is undefined. If a tag with the new name exists, the two
 * tags are merged. If the change is interrupted, shows an error message. Offers to undo the completed changes.
 */
export async function retagAll(session: UserSession, tag: string, name: string | undefined): Promise<void> {
  const journal = useJournal.of(session)
  const progress = toast.loading(TAG_TEXT.changing, 'dashboard')
  const changed: EntryChange[] = []
  let errorText = ''
  try {
    await journal.getState().whenSynced()
    const { isComplete, findAll, changeAll } = journal.getState()
    if (!isComplete) throw new Unread()
    const entries = await findAll(tagSearch(tag))
    const changes = entries
      .filter(({ tags }) => tags.some((one) => tagKey(one) === tagKey(tag)))
      .flatMap((before) => {
        const retagged = retag(before, tag, name)
        return retagged ? [{ before, changes: retagged }] : []
      })
    const isFinished = await changeAll(changes, (change, outcome) => {
      if (outcome === 'saved') changed.push(change)
      else if (outcome === 'refused') errorText = TAG_TEXT.rejected
      toast.loading(TAG_TEXT.changed(changed.length), 'dashboard', progress)
    })
    if (!isFinished) errorText = TAG_TEXT.interrupted
  } catch (error) {
    errorText = errorTextOf(error)
  }
  const done = name === undefined ? TAG_TEXT.removed(tag, changed.length) : TAG_TEXT.renamed(tag, name, changed.length)
  if (changed.length > 0)
    showUndoToast(
      session,
      errorText === '' ? done : `${errorText} ${done}`,
      changed,
      errorText === '' ? 'success' : 'hint',
    )
  else if (errorText !== '') toast.error(errorText, 'dashboard')
  else toast.hint(TAG_TEXT.unused(tag), 'dashboard')
  toast.dismiss(progress, 'dashboard')
}

function showUndoToast(
  session: UserSession,
  text: string,
  changed: readonly EntryChange[],
  kind: 'success' | 'hint',
): void {
  undoToast(
    text,
    () => {
      undoRetag(session, changed).catch((error: unknown) => {
        console.warn('The undo was interrupted.', error)
        showUndoToast(session, TAG_TEXT.undoFailed, changed, 'hint')
      })
    },
    { kind },
  )
}

/** Undoes the changes. Entries that have changed again since then stay unchanged. */
async function undoRetag(session: UserSession, changed: readonly EntryChange[]): Promise<void> {
  const undone = changed.map(({ before, changes }) => ({
    before: { ...before, ...changes },
    changes: { content: before.content, tags: before.tags },
  }))
  if (
    !(await useJournal
      .of(session)
      .getState()
      .changeAll(undone, () => {}))
  )
    throw new Error('No answer.')
}

/** Thrown if the device does not have all entries. It may then lack entries with the tag. */
class Unread extends Error {
  override readonly name = 'Unread'
  constructor() {
    super(TAG_TEXT.notLoaded)
  }
}

function errorTextOf(error: unknown): string {
  console.warn('The tag change was interrupted.', error)
  return error instanceof WriteUnavailable || error instanceof Unread ? error.message : TAG_TEXT.interrupted
}
