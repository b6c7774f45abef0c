import { retag, tagKey } from '#domain/tags.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useSearch } from '#src/stores/search.ts'
import { toast } from '#src/ui/toast.tsx'
import { undoToast } from '#src/ui/undoToast.tsx'

/** Gives a tag another name everywhere, makes it one with a tag of that name, or takes it away; all can be undone. */
export async function retagAll(tag: string, name: string | undefined): Promise<void> {
  const { changeEach } = useJournal.getState()
  const { all, sync, readTags } = useSearch.getState()
  const progress = toast.loading('Changing entries…', 'dashboard')
  const say = (done: number) => void toast.loading(`Changing entries… ${done}`, 'dashboard', progress)
  try {
    const entries = await all(`tag:"${tag}"`)
    const ids = entries.filter(({ tags }) => tags.some((one) => tagKey(one) === tagKey(tag))).map(({ id }) => id)
    const changed = await changeEach(ids, (entry) => retag(entry, tag, name), say)
    await sync()
    await readTags()
    const before = new Map(changed.map((change) => [change.before.id, change.before]))
    const after = new Map(changed.map(({ before: { id }, changes }) => [id, changes]))
    const undo = async () => {
      await changeEach(
        [...before.keys()],
        ({ id, content, tags }) => {
          const was = before.get(id)
          const made = after.get(id)
          // What was changed once more since stays.
          const untouched = made?.content === content && made.tags?.join('\n') === tags.join('\n')
          return was && untouched ? { content: was.content, tags: was.tags } : undefined
        },
        () => {},
      )
      await sync()
      await readTags()
    }
    const entriesText = changed.length === 1 ? '1 entry' : `${changed.length} entries`
    undoToast(
      name === undefined ? `Removed #${tag} from ${entriesText}` : `#${tag} is now #${name} in ${entriesText}`,
      () => {
        undo().catch(failed)
      },
    )
  } catch (error) {
    failed(error)
  }
  toast.dismiss(progress, 'dashboard')
}

function failed(error: unknown): void {
  toast.error('Failed to change the tag everywhere. It needs a connection; try again for the rest.', 'dashboard')
  console.warn('Changing a tag was cut off.', error)
}
