import { beforeEach, expect, test, vi } from 'vitest'
import { contentOf } from '#domain/entry/content.ts'
import type { Operation } from '#domain/journal/operations.ts'
import type { JournalListener, KeyedOperation } from '#src/io/journal/journal.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useJournal } from '#src/stores/journal.ts'
import { UserSession } from '#src/stores/session.ts'
import { eventually } from '#tests/support/eventually.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import { answeredOperation } from '#tests/support/queuedOperation.ts'

/** A journal that queues every change, and whose server answers nothing by itself. */
const fake = vi.hoisted(() => {
  const listeners: JournalListener[] = []
  const queued: KeyedOperation[] = []
  const loadJournal = async () => ({
    subscribe: (listener: JournalListener) => void listeners.push(listener),
    connect: async () => {},
    start: () => {},
    watch: () => {},
    enqueue: async (added: readonly KeyedOperation[]) => queued.push(...added) > 0,
    whenAnswered: () => new Promise(() => {}),
  })
  return { listeners, queued, loadJournal }
})
vi.mock('#src/stores/sessionJournal.ts', () => ({
  loadJournal: fake.loadJournal,
  whenJournalLoads: fake.loadJournal,
}))
vi.mock('#src/boot/initialEntries.ts', () => ({ readInitialEntries: async () => undefined }))

let session: UserSession
beforeEach(() => {
  localStorage.clear()
  session = new UserSession('alice')
  fake.listeners.length = 0
  fake.queued.length = 0
})

const ENTRY = logEntry({ id: 'one', content: 'at the #canal', tags: ['canal'] })
const CHANGES = { content: 'at the #river', tags: ['river'] }
const EDIT = {
  kind: 'edit',
  id: 'one',
  base: contentOf(ENTRY),
  mine: { ...contentOf(ENTRY), ...CHANGES },
} as const satisfies Operation

test('many changes are queued together as bulk changes', async () => {
  const { open, changeAll } = useJournal.of(session).getState()
  await open()
  const other = logEntry({ id: 'two' })
  void changeAll(
    [
      { before: ENTRY, changes: CHANGES },
      { before: other, changes: { tags: ['river'] } },
    ],
    () => {},
  )
  await eventually(() => expect(fake.queued).toHaveLength(2))
  const base = contentOf(other)
  expect(fake.queued.map(({ operation }) => operation)).toEqual([
    { ...EDIT, isBulk: true },
    { kind: 'edit', id: 'two', base, mine: { ...base, tags: ['river'] }, isBulk: true },
  ])
})

test.each([
  ['a rejected change leaves a draft with the text', EDIT, ['at the #river']],
  ['a rejected bulk change leaves no draft', { ...EDIT, isBulk: true }, []],
] as const)('%s', async (_, operation, left) => {
  const drafts = useDrafts.of(session)
  await drafts.getState().open()
  await eventually(() => expect(fake.listeners).toHaveLength(1))
  for (const outcome of ['refused', 'conflict'] as const)
    fake.listeners[0]?.onAnswer?.(answeredOperation(operation, { outcome }))
  expect([...drafts.getState().drafts.values()].map(({ content }) => content)).toEqual(left)
})
