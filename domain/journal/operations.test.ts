import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentOf, EMPTY_CONTENT, isSameContent, type EntryContent } from '#domain/entry/content.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { logEntry } from '#tests/support/logEntry.ts'
import {
  combine,
  decide,
  documentOf,
  entryIdOf,
  needsCurrentVersion,
  MAX_BATCH_CHARACTERS,
  nextBatch,
  operationsByEntry,
  QueuedOperation,
  withOperations,
  WRITE,
  type EntryOperation,
  type Operation,
} from './operations.ts'

const METADATA = { clientTime: 5, timeZone: 'Europe/Berlin', frequency: 112.4, source: 'typed' } as const
const SONG = { artist: 'Peat', title: 'Bog Oak', album: null, date: null }
const text = (content: string, parts: Partial<EntryContent> = {}): EntryContent => ({
  ...EMPTY_CONTENT,
  content,
  ...parts,
})

const add = (id: string, content = text('text')): Operation & { kind: 'add' } => ({
  kind: 'add',
  id,
  content,
  metadata: METADATA,
})
const edit = (id: string, mine: EntryContent, base = text('text')): EntryOperation & { kind: 'edit' } => ({
  kind: 'edit',
  id,
  base,
  mine,
})
const remove = (id: string): Operation => ({ kind: 'remove', id })
const CLEAR: Operation = { kind: 'clear' }
const settings = (changes: { readonly [key: string]: unknown } = { topK: 7 }): Operation => ({
  kind: 'settings',
  changes,
})
const tune = (frequency = 91.5): Operation => ({ kind: 'tune', frequency })
const pushToken = (token: string | null): Operation => ({ kind: 'pushToken', token })
const saveSearch = (search = 'bog'): Operation => ({ kind: 'saveSearch', text: search })

/** Each kind of operation, with the document and the entry that it changes. */
const KINDS: readonly (readonly [operation: Operation, document: string, entry: string | undefined])[] = [
  [add('a'), 'logs/a', 'a'],
  [edit('a', text('mine')), 'logs/a', 'a'],
  [{ ...edit('a', text('mine')), isBulk: true }, 'logs/a', 'a'],
  [{ kind: 'delete', id: 'a' }, 'logs/a', 'a'],
  [{ kind: 'restore', id: 'a' }, 'logs/a', 'a'],
  [remove('a'), 'logs/a', 'a'],
  [CLEAR, 'logs', undefined],
  [settings(), 'settings', undefined],
  [saveSearch(), 'settings', undefined],
  [{ kind: 'unsaveSearch', text: 'bog' }, 'settings', undefined],
  [tune(), 'profile', undefined],
  [{ kind: 'addFavorite', id: 'a', station: 'defcon', song: SONG }, 'favorites/a', undefined],
  [{ kind: 'removeFavorite', id: 'a' }, 'favorites/a', undefined],
  [pushToken('token-1'), 'notifications', undefined],
  [pushToken(null), 'notifications', undefined],
]

const queueOf = (...operations: readonly Operation[]): QueuedOperation[] =>
  operations.map((operation, index) => ({ seq: index + 1, key: `key${index}`, at: 0, operation }))
const operationsIn = (queue: readonly QueuedOperation[]): readonly Operation[] =>
  queue.map(({ operation }) => operation)

const NAMED_KINDS = KINDS.map(([operation, document, entry]) => [operation.kind, document, entry, operation] as const)

test.each(NAMED_KINDS)('the operation %s changes the document %s and the entry %s', (_, document, entry, operation) => {
  expect([documentOf(operation), entryIdOf(operation)]).toEqual([document, entry])
})

test('no operation changes no entry', () => expect(entryIdOf(undefined)).toBeUndefined())

test.each(NAMED_KINDS)('a stored operation of the kind %s is read unchanged', (_, __, ___, operation) => {
  const [queued] = queueOf(operation)
  expect(QueuedOperation.parse(JSON.parse(JSON.stringify(queued)))).toEqual(queued)
})

test('groups the operations that change a single entry, in their order', () => {
  const queue = queueOf(add('a'), settings(), remove('b'), CLEAR, edit('a', text('mine')), tune())
  const grouped = [...operationsByEntry(queue)].map(([id, operations]) => [id, operationsIn(operations)])
  expect(grouped).toEqual([
    ['a', [add('a'), edit('a', text('mine'))]],
    ['b', [remove('b')]],
  ])
})

describe('the next operations to send', () => {
  test.each<[string, readonly QueuedOperation[], limit: number, expected: readonly Operation[]]>([
    ['nothing of an empty queue', [], 10, []],
    ['the first operation of each document', queueOf(add('a'), remove('b'), remove('a')), 10, [add('a'), remove('b')]],
    ['no more than the limit', queueOf(add('a'), add('b'), add('c')), 2, [add('a'), add('b')]],
    ['the operations before a deletion of all entries', queueOf(add('a'), CLEAR, add('b')), 10, [add('a')]],
    ['a deletion of all entries alone', queueOf(CLEAR, add('b'), saveSearch()), 10, [CLEAR]],
    ['one change of the settings document', queueOf(saveSearch('a'), saveSearch('b')), 10, [saveSearch('a')]],
    ['settings and a frequency', queueOf(settings(), tune()), 10, [settings(), tune()]],
  ])('are %s', (_, queue, limit, expected) => {
    expect(operationsIn(nextBatch(queue, limit))).toEqual(expected)
  })

  test.each<[string, Operation, readonly Operation[]]>([
    ['other operations', add('a'), [add('a')]],
    ['no saved search before the settings that were changed earlier', saveSearch(), []],
  ])('are, while settings wait for further changes, %s', (_, later, expected) => {
    expect(operationsIn(nextBatch(queueOf(settings(), later), 10, ['key0']))).toEqual(expected)
  })

  test('are at most as large as a slow connection can send, but at least one operation', () => {
    const long = text('x'.repeat(MAX_BATCH_CHARACTERS * 0.4))
    const huge = text('x'.repeat(MAX_BATCH_CHARACTERS))
    const queue = queueOf(add('a', long), add('b', long), add('c', long), add('d', huge))
    expect(operationsIn(nextBatch(queue, 10)).map(documentOf)).toEqual(['logs/a', 'logs/b'])
    expect(operationsIn(nextBatch(queue.slice(3), 10)).map(documentOf)).toEqual(['logs/d'])
  })

  const id = fc.constantFrom('a', 'b', 'c')
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    id.map((one) => add(one)),
    id.map((one) => edit(one, text('mine'))),
    id.map(remove),
    fc.constant(CLEAR),
    fc.constantFrom<Operation>(settings(), saveSearch(), tune(), pushToken(null)),
    id.map((one): Operation => ({ kind: 'removeFavorite', id: one })),
  )
  const queues = fc.array(operation, { maxLength: 30 }).map((operations) => queueOf(...operations))
  const limits = fc.integer({ min: 1, max: 10 })
  const keys = fc.subarray(Array.from({ length: 30 }, (_, index) => `key${index}`))

  test('are the first of their documents, and no operation overtakes a deletion of all entries', () => {
    fc.assert(
      fc.property(queues, limits, keys, (queue, limit, waiting) => {
        const batch = nextBatch(queue, limit, waiting)
        const changes = batch.filter((one) => one.operation.kind !== 'clear')
        expect(changes.filter(({ key }) => waiting.includes(key))).toEqual([])
        expect(batch.length).toBeLessThanOrEqual(limit)
        expect(batch).toEqual(queue.filter((one) => batch.includes(one)))
        const documents = batch.map((one) => documentOf(one.operation))
        expect(documents).toEqual([...new Set(documents)])
        for (const sent of batch) {
          const earlier = operationsIn(queue.slice(0, queue.indexOf(sent)))
          expect(earlier.map(documentOf)).not.toContain(documentOf(sent.operation))
          expect(earlier).not.toContainEqual(CLEAR)
        }
        if (operationsIn(batch).some(({ kind }) => kind === 'clear')) expect(batch).toHaveLength(1)
      }),
    )
  })

  test('are all operations in the end, in the order of each document', () => {
    fc.assert(
      fc.property(queues, limits, (queue, limit) => {
        const sent: QueuedOperation[] = []
        for (let left = queue; left.length > 0; left = left.filter((one) => !sent.includes(one))) {
          const batch = nextBatch(left, limit)
          expect(batch, 'the batch of a queue with operations').not.toEqual([])
          sent.push(...batch)
        }
        const ofDocument = (all: readonly QueuedOperation[], document: string) =>
          all.filter((one) => documentOf(one.operation) === document)
        for (const document of new Set(operationsIn(queue).map(documentOf)))
          expect(ofDocument(sent, document)).toEqual(ofDocument(queue, document))
        for (const [index, queued] of queue.entries())
          if (queued.operation.kind === 'clear')
            expect(new Set(sent.slice(0, sent.indexOf(queued)))).toEqual(new Set(queue.slice(0, index)))
      }),
    )
  })
})

describe('two changes that are sent together', () => {
  test.each<[string, Operation, Operation, Operation | undefined]>([
    ['two frequencies: the later', tune(91.5), tune(120.8), tune(120.8)],
    ['two changes of settings: both', settings({ topK: 7 }), settings({ topP: 1 }), settings({ topK: 7, topP: 1 })],
    ['two values of a setting: the later', settings({ topK: 7 }), settings({ topK: 9 }), settings({ topK: 9 })],
    ['a setting and a frequency: none', settings(), tune(), undefined],
    ['two saved searches: none', saveSearch('a'), saveSearch('b'), undefined],
    ['a setting and a saved search: none', settings(), saveSearch(), undefined],
    ['two push tokens: the later', pushToken('token-1'), pushToken(null), pushToken(null)],
    ['two edits: none', edit('a', text('one')), edit('a', text('two')), undefined],
  ])('of %s', (_, earlier, later, expected) => {
    expect(combine(earlier, later)).toEqual(expected)
  })
})

describe('an entry with operations that the server has not confirmed', () => {
  const STORED = logEntry({ id: 'a', lastUpdated: 3 })
  const TRASHED = logEntry({ id: 'a', deleted: true, deletedAt: 4 })
  const NEW: LogEntry = {
    ...logEntry({ id: 'a', ...text('new'), timestamp: 0, lastUpdated: 0, queued: true }),
    clientTime: METADATA.clientTime,
    timeZone: METADATA.timeZone,
    frequency: METADATA.frequency,
  }
  const changed = (parts: Partial<LogEntry>): LogEntry => ({ ...STORED, queued: true, ...parts })

  test.each<[string, LogEntry | undefined, readonly Operation[], LogEntry | undefined]>([
    ['is the stored entry without operations', STORED, [], STORED],
    ['has the time of the device while it is new', undefined, [add('a', text('new'))], NEW],
    ['is the stored entry if the server has already added it', STORED, [add('a', text('new'))], STORED],
    [
      'has only the parts that the user has changed',
      { ...STORED, level: 'ALERT' },
      [edit('a', text('mine', { level: 'INTEL' }), text('text', { level: 'INTEL' }))],
      changed({ content: 'mine', level: 'ALERT' }),
    ],
    ['does not exist if only an edit is left', undefined, [edit('a', text('mine'))], undefined],
    [
      'is in the trash after a deletion',
      STORED,
      [{ kind: 'delete', id: 'a' }],
      changed({ deleted: true, listed: false, deletedAt: 0 }),
    ],
    [
      'is listed again after it was restored',
      TRASHED,
      [{ kind: 'restore', id: 'a' }],
      { ...TRASHED, deleted: false, deletedAt: null, listed: true, queued: true },
    ],
    [
      'stays unlisted after it was restored if it has no time',
      { ...TRASHED, timestamp: null },
      [{ kind: 'restore', id: 'a' }],
      { ...TRASHED, timestamp: null, deleted: false, deletedAt: null, listed: false, queued: true },
    ],
    ['does not exist after a permanent deletion', STORED, [remove('a')], undefined],
    ['does not exist after a deletion of all entries', STORED, [CLEAR], undefined],
    ['exists again if it was added after a deletion', STORED, [remove('a'), add('a', text('new'))], NEW],
    ['stays the same after a change of another document', STORED, [settings(), tune()], STORED],
    [
      'has the last of several edits',
      STORED,
      [edit('a', text('mine')), edit('a', text('later', { tags: ['t'] }), text('mine'))],
      changed({ content: 'later', tags: ['t'] }),
    ],
  ])('%s', (_, stored, operations, expected) => {
    expect(withOperations(stored, queueOf(...operations))).toEqual(expected)
  })
})

describe('what an operation still has to write', () => {
  const STORED = logEntry({ id: 'a', ...text('text') })
  const TRASHED: LogEntry = { ...STORED, deleted: true, listed: false, deletedAt: 4 }
  const done = (outcome: 'saved' | 'conflict' | 'refused', stored: LogEntry | null) => ({
    kind: 'done',
    answer: { outcome, stored },
  })
  const writing = (changes: Partial<EntryContent>) => ({ kind: 'write', changes })

  test.each<[string, EntryOperation, LogEntry | undefined, object]>([
    ['a new entry: everything', add('a'), undefined, WRITE],
    ['an entry that exists already: nothing', add('a'), STORED, done('saved', STORED)],
    ['an edit: the changed part', edit('a', text('mine')), STORED, writing({ content: 'mine' })],
    [
      'an edit of another part than another device: the changed part',
      edit('a', text('mine')),
      { ...STORED, tags: ['t'] },
      writing({ content: 'mine' }),
    ],
    [
      'an edit that the server has already: nothing',
      edit('a', text('mine')),
      { ...STORED, ...text('mine') },
      done('saved', { ...STORED, ...text('mine') }),
    ],
    [
      'an edit of a part that another device has changed: nothing',
      edit('a', text('mine')),
      { ...STORED, ...text('theirs') },
      done('conflict', { ...STORED, ...text('theirs') }),
    ],
    ['an edit of an entry in the trash: nothing', edit('a', text('mine')), TRASHED, done('conflict', TRASHED)],
    ['an edit of a missing entry: nothing', edit('a', text('mine')), undefined, done('conflict', null)],
    ['a deletion: everything', { kind: 'delete', id: 'a' }, STORED, WRITE],
    ['a deletion of an entry in the trash: nothing', { kind: 'delete', id: 'a' }, TRASHED, done('saved', TRASHED)],
    ['a deletion of a missing entry: nothing', { kind: 'delete', id: 'a' }, undefined, done('saved', null)],
    ['restoring an entry: everything', { kind: 'restore', id: 'a' }, TRASHED, WRITE],
    ['restoring an entry outside the trash: nothing', { kind: 'restore', id: 'a' }, STORED, done('saved', STORED)],
    ['restoring a missing entry: nothing', { kind: 'restore', id: 'a' }, undefined, done('refused', null)],
    ['a permanent deletion: everything', { kind: 'remove', id: 'a' }, TRASHED, WRITE],
    ['a permanent deletion of a missing entry: nothing', { kind: 'remove', id: 'a' }, undefined, done('saved', null)],
    ['a deletion of all entries: everything', { kind: 'clear' }, undefined, WRITE],
  ])('for %s', (_, operation, theirs, expected) => {
    expect(decide(operation, theirs)).toEqual(expected)
  })

  test('only an edit needs the current version before its first attempt', () => {
    const needing = KINDS.flatMap(([operation]) =>
      isOfEntries(operation) && needsCurrentVersion(operation) ? [operation.kind] : [],
    )
    expect([...new Set(needing)]).toEqual(['edit'])
  })

  /** Returns the server's version after it has accepted an operation. */
  function written(operation: EntryOperation, theirs: LogEntry | undefined): LogEntry | undefined {
    const decision = decide(operation, theirs)
    if (decision.kind === 'done') return theirs
    switch (operation.kind) {
      case 'add':
        return logEntry({ id: operation.id, ...operation.content })
      case 'edit':
        return theirs && { ...theirs, ...decision.changes }
      case 'delete':
        return theirs && { ...theirs, deleted: true }
      case 'restore':
        return theirs && { ...theirs, deleted: false }
      case 'remove':
      case 'clear':
        return undefined
    }
  }

  const part = fc.constantFrom('base', 'mine', 'theirs')
  const contents = fc.record({
    content: part,
    level: part,
    goals: part.map((one) => [one]),
    tags: part.map((one) => [one]),
    eyesOnly: fc.boolean(),
  })
  const operations: fc.Arbitrary<EntryOperation> = fc.oneof(
    contents.map((content) => add('a', content)),
    fc.tuple(contents, contents).map(([mine, base]) => edit('a', mine, base)),
    fc.constantFrom<EntryOperation>(
      { kind: 'delete', id: 'a' },
      { kind: 'restore', id: 'a' },
      { kind: 'remove', id: 'a' },
    ),
  )
  const entries = fc.option(
    fc.tuple(contents, fc.boolean()).map(([content, deleted]) => logEntry({ id: 'a', ...content, deleted })),
    { nil: undefined },
  )
  const isSaved = (operation: EntryOperation, theirs: LogEntry | undefined): boolean => {
    const decision = decide(operation, theirs)
    return decision.kind === 'write' || decision.answer.outcome === 'saved'
  }

  test('an operation that was sent twice takes effect once', () => {
    fc.assert(
      fc.property(operations, entries, (operation, theirs) => {
        fc.pre(isSaved(operation, theirs))
        const stored = written(operation, theirs)
        expect(decide(operation, stored)).toEqual(done('saved', stored ?? null))
      }),
    )
  })

  test('the user sees the same entry before and after the server has saved an operation', () => {
    fc.assert(
      fc.property(operations, fc.array(operations, { maxLength: 3 }), entries, (operation, later, theirs) => {
        fc.pre(isSaved(operation, theirs))
        const before = withOperations(theirs, queueOf(operation, ...later))
        const after = withOperations(written(operation, theirs), queueOf(...later))
        expect(after === undefined).toBe(before === undefined)
        if (!before || !after) return
        expect(after.deleted).toBe(before.deleted)
        expect(isSameContent(contentOf(after), contentOf(before))).toBe(true)
      }),
    )
  })
})

function isOfEntries(operation: Operation): operation is EntryOperation {
  return documentOf(operation).startsWith('logs')
}
