import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { memoryJournal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { compileRules } from '#local/firestore/rules/ruleset.ts'
import { ADMIN, ANONYMOUS } from './caller.ts'
import { firestoreService, type FirestoreService } from './service.ts'

const DATABASE = 'projects/p/databases/(default)'
const ROOT = `${DATABASE}/documents`
const HOUR = 3_600_000_000
const Message = z.object({
  targetChange: z.optional(
    z.object({
      targetChangeType: z.optional(z.string()),
      resumeToken: z.optional(z.string()),
      cause: z.optional(z.object({ code: z.number() })),
    }),
  ),
  documentChange: z.optional(z.object({ document: z.object({ name: z.string() }) })),
  documentDelete: z.optional(z.object({ document: z.string() })),
  filter: z.optional(z.object({ count: z.number() })),
})

let clock: number
let service: FirestoreService
beforeEach(() => {
  clock = 10 * HOUR
  service = firestoreService(
    new Store({ journal: memoryJournal(), nowMicros: () => (clock += 1000), newEpoch: () => 'epoch' }),
  )
})

const write = (...writes: object[]) => service.unary.get('Commit')?.(ADMIN, { database: DATABASE, writes })
const set = (id: string) => ({ update: { name: `${ROOT}/c/${id}`, fields: { at: { integerValue: String(clock) } } } })
const remove = (id: string) => ({ delete: `${ROOT}/c/${id}` })

/** Opens a stream. `messages` has one summary for each message received. */
function listen(caller = ADMIN) {
  const messages: string[] = []
  let token = ''
  const stream = service.listen(caller, DATABASE, (message) => {
    const { targetChange, documentChange, documentDelete, filter } = Message.parse(message)
    if (documentChange) messages.push(`+${documentChange.document.name.at(-1)}`)
    if (documentDelete) messages.push(`-${documentDelete.document.at(-1)}`)
    if (filter) messages.push(`count ${filter.count}`)
    if (targetChange)
      messages.push(
        `${targetChange.targetChangeType ?? 'SNAPSHOT'}${targetChange.cause ? ` ${targetChange.cause.code}` : ''}`,
      )
    token = targetChange?.resumeToken ?? token
  })
  const add = (more: object = {}, query: object = {}) =>
    stream.handle({
      addTarget: {
        targetId: 2,
        query: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'c' }], ...query } },
        ...more,
      },
    })
  return { ...stream, add, messages, token: () => token }
}

test('removes a target with `once` after its first snapshot', () => {
  write(set('a'))
  const stream = listen()
  stream.add({ once: true })
  expect(stream.messages).toEqual(['ADD', '+a', 'CURRENT', 'SNAPSHOT', 'REMOVE'])
  write(set('b'))
  expect(stream.messages).toHaveLength(5)
})

/**
 * Returns the messages for a client that has the documents a, b and c and reconnects. While the client was
 * disconnected, a changed, b was deleted, d was created, and the history of these commits was removed.
 */
function resumeBeyondHistory(query: object = {}) {
  write(set('a'), set('b'), set('c'))
  const first = listen()
  first.add({}, query)
  first.close()
  write(set('a'), remove('b'))
  write(set('d'))
  clock += 2 * HOUR
  for (let n = 0; n < 600; n++) write(set('z'), remove('y'))
  write(remove('z'))
  const again = listen()
  again.add({ resumeToken: first.token(), expectedCount: 3 }, query)
  return again.messages
}

test('sends newer documents and the total count to a client that resumes from before the start of the history', () => {
  expect(resumeBeyondHistory()).toEqual(['ADD', '+a', '+d', 'count 3', 'CURRENT', 'SNAPSHOT'])
})

test('resets a client that resumes a query with a limit from before the start of the history', () => {
  expect(resumeBeyondHistory({ limit: 2 })).toEqual(['ADD', 'RESET', '+a', '+c', 'CURRENT', 'SNAPSHOT'])
})

test('removes a target that new rules deny, sends the reason, and keeps the stream open', () => {
  const rules = (condition: string) =>
    compileRules(
      `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/c/{id} { allow read: if ${condition}; } }`,
    )
  service.useRules(rules('true'))
  const stream = listen(ANONYMOUS)
  stream.add()
  service.useRules(rules('false'))
  expect(stream.messages).toEqual(['ADD', 'CURRENT', 'SNAPSHOT', 'REMOVE 7'])
  service.useRules(rules('true'))
  stream.add()
  expect(stream.messages.slice(4)).toEqual(['ADD', 'CURRENT', 'SNAPSHOT'])
})

test('rejects a target id that is in use', () => {
  const stream = listen()
  stream.add()
  expect(() => stream.add()).toThrow(/target 2 is there already/)
})

test('sends nothing for a commit that affects no target', () => {
  const stream = listen()
  stream.add()
  write({ update: { name: `${ROOT}/other/x`, fields: {} } })
  expect(stream.messages).toEqual(['ADD', 'CURRENT', 'SNAPSHOT'])
})

test('resets a client whose resume token is in the future because the clock was set back', () => {
  write(set('a'))
  const first = listen()
  clock += HOUR
  first.add()
  service = firestoreService(
    new Store({ journal: memoryJournal(), nowMicros: () => clock - HOUR, newEpoch: () => 'epoch' }),
  )
  write(set('b'))
  const again = listen()
  again.add({ resumeToken: first.token() })
  expect(again.messages).toEqual(['ADD', 'RESET', '+b', 'CURRENT', 'SNAPSHOT'])
})
