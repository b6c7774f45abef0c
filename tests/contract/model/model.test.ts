/*
 * Runs random writes, queries and listeners on the server and on the reference model. The server's answers, and the
 * documents that a listening client has after each snapshot, must equal those of the model.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openFileJournal, memoryJournal, type Journal } from '#local/firestore/core/journal.ts'
import { Store } from '#local/firestore/core/store.ts'
import { compareValues, parseValue } from '#local/firestore/core/values.ts'
import { ADMIN } from '#local/firestore/service/caller.ts'
import { firestoreService, type FirestoreService } from '#local/firestore/service/service.ts'
import { anyQuery, ROOT, anyStep, toWire, anyValue, wireFields, wireQuery, type Step } from './generate.ts'
import { compare, findDocumentNames, type Docs, type Fields, type Query } from './reference.ts'

const DATABASE = ROOT.replace('/documents', '')
const STEPS = 24

test('the server and the reference model order values equally', () => {
  fc.assert(
    fc.property(anyValue, anyValue, (a, b) => {
      const order = compareValues(parseValue(toWire(a)), parseValue(toWire(b)))
      expect([order < 0, order > 0]).toEqual([compare(a, b) < 0, compare(a, b) > 0])
    }),
    { numRuns: 20_000 },
  )
})

test.each([
  ['with indexes', 0],
  ['without indexes', Infinity],
])(
  'queries and listeners return the same results as the reference model (%s)',
  (_, indexAbove) => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }), (steps) => {
        const world = new World(() => memoryJournal(), indexAbove)
        for (const one of steps) world.take(one)
        world.close()
      }),
      { numRuns: 1500 },
    )
  },
  120_000,
)

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

test('queries and listeners return the same results as the reference model, even across restarts', () => {
  const withRestarts = fc.oneof(
    { weight: 5, arbitrary: anyStep },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
  )
  fc.assert(
    fc.property(fc.array(withRestarts, { minLength: STEPS, maxLength: STEPS }), (steps) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'sitrep-model-'))
      folders.push(folder)
      const world = new World(() => openFileJournal(folder, expect.unreachable), 0)
      for (const one of steps) world.take(one)
      world.close()
    }),
    { numRuns: 200 },
  )
}, 120_000)

test('in a collection large enough for an index, queries return the same results as the reference model', () => {
  const world = new World(() => memoryJournal(), 500)
  for (let n = 0; n < 2000; n++)
    world.take({
      kind: 'commit',
      writes: [
        {
          name: `c/d${n}`,
          fields: { a: { type: 'integer', value: BigInt(n % 7) }, b: { type: 'integer', value: BigInt(n) } },
        },
      ],
    })
  fc.assert(
    fc.property(anyQuery, (query) => world.take({ kind: 'query', query })),
    { numRuns: 200 },
  )
  world.close()
}, 60_000)

const Found = z.array(z.object({ document: z.optional(z.object({ name: z.string(), fields: z.unknown() })) }))
const Message = z.object({
  targetChange: z.optional(z.object({ targetChangeType: z.optional(z.string()), resumeToken: z.optional(z.string()) })),
  documentChange: z.optional(z.object({ document: z.object({ name: z.string(), fields: z.unknown() }) })),
  documentDelete: z.optional(z.object({ document: z.string() })),
  documentRemove: z.optional(z.object({ document: z.string() })),
  filter: z.optional(z.object({ count: z.number() })),
})

/** Applies each step to the server, the reference model and the listening clients, and compares their results. */
class World {
  readonly #journal: () => Journal
  readonly #indexAbove: number
  readonly #clients: Client[] = []
  #docs: Docs = new Map()
  #store: Store
  #service: FirestoreService

  constructor(journal: () => Journal, indexAbove: number) {
    this.#journal = journal
    this.#indexAbove = indexAbove
    this.#store = this.#open()
    this.#service = firestoreService(this.#store)
  }

  take(one: Step): void {
    switch (one.kind) {
      case 'commit':
        this.#commit(one.writes)
        break
      case 'query':
        this.#query(one.query)
        break
      case 'listen':
        this.#clients.push(new Client(one.query, this.#service))
        break
      case 'disconnect':
        for (const client of this.#clients) client.disconnect()
        break
      case 'reconnect':
        for (const client of this.#clients) client.connect(this.#service)
        break
      case 'restart':
        this.#store.close()
        this.#store = this.#open()
        this.#service = firestoreService(this.#store)
        for (const client of this.#clients) client.connect(this.#service)
    }
    for (const client of this.#clients) client.check(this.#docs)
  }

  close(): void {
    this.#store.close()
  }

  #open(): Store {
    return new Store({
      journal: this.#journal(),
      nowMicros: () => Date.now() * 1000,
      newEpoch: randomUUID,
      indexAbove: this.#indexAbove,
    })
  }

  #commit(writes: Extract<Step, { kind: 'commit' }>['writes']): void {
    const docs = new Map(this.#docs)
    for (const { name, fields } of writes) {
      if (fields) docs.set(name, fields)
      else docs.delete(name)
    }
    this.#docs = docs
    this.#service.unary.get('Commit')?.(ADMIN, {
      database: DATABASE,
      writes: writes.map(({ name, fields }) =>
        fields ? { update: { name: `${ROOT}/${name}`, fields: wireFields(fields) } } : { delete: `${ROOT}/${name}` },
      ),
    })
  }

  #query(query: Query): void {
    const answer = this.#service.serverStreaming.get('RunQuery')?.(ADMIN, {
      parent: ROOT,
      structuredQuery: wireQuery(query),
    })
    const found = Found.parse(answer).flatMap(({ document }) => document ?? [])
    expect(found.map(({ name }) => name.slice(ROOT.length + 1))).toEqual(findDocumentNames(query, this.#docs))
  }
}

/**
 * Handles a Listen stream as an SDK does: stores the documents that the server sends, and shows them as a snapshot when
 * the server reports that the snapshot is complete.
 */
class Client {
  readonly #query: Query
  #docs = new Map<string, string>()
  #shown = new Map<string, string>()
  #token: string | undefined
  #connected = false
  #stop: () => void = () => {}

  constructor(query: Query, service: FirestoreService) {
    this.#query = query
    this.connect(service)
  }

  /** Resumes from the last complete snapshot. The server sends the documents of an interrupted snapshot again. */
  connect(service: FirestoreService): void {
    this.disconnect()
    this.#docs = new Map(this.#shown)
    const stream = service.listen(ADMIN, DATABASE, (message) => this.#hear(message))
    this.#stop = () => stream.close()
    this.#connected = true
    stream.handle({
      addTarget: {
        targetId: 2,
        query: { parent: ROOT, structuredQuery: wireQuery(this.#query) },
        ...(this.#token === undefined ? {} : { resumeToken: this.#token }),
      },
    })
  }

  disconnect(): void {
    this.#stop()
    this.#connected = false
  }

  check(docs: Docs): void {
    if (!this.#connected) return
    const text = (fields: Fields) => canonical(wireFields(fields))
    const expected = findDocumentNames(this.#query, docs).map((name): [string, string] => [
      name,
      text(docs.get(name) ?? {}),
    ])
    expect(this.#shown).toEqual(new Map(expected))
  }

  #hear(message: object): void {
    const { targetChange, documentChange, documentDelete, documentRemove, filter } = Message.parse(message)
    const gone = documentDelete ?? documentRemove
    if (documentChange) {
      const { name, fields } = documentChange.document
      this.#docs.set(name.slice(ROOT.length + 1), canonical(fields))
    }
    if (gone) this.#docs.delete(gone.document.slice(ROOT.length + 1))
    if (filter) expect(this.#docs.size).toBe(filter.count)
    if (targetChange?.targetChangeType === 'RESET') this.#docs.clear()
    if (targetChange && targetChange.targetChangeType === undefined) {
      this.#shown = new Map(this.#docs)
      this.#token = targetChange.resumeToken
    }
  }
}

/** Returns fields as JSON with sorted names, so that equal fields have equal texts. */
const canonical = (fields: unknown): string =>
  JSON.stringify(parseValue({ mapValue: { fields } }), (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
