/*
 * Tests that the rules limit every value that a client may write. The rules must allow the largest document of each
 * kind, but must reject it if any of its values is replaced by a large value or by a value of another type.
 */
import { describe, expect, test } from 'vitest'
import { STATIONS, THEME_STATIONS } from '#domain/radio/stations.ts'
import { isAllowed } from './attempts.ts'
import { TimestampValue, NOW, type DocumentFields } from './oracle.ts'

/** A character that takes four bytes in UTF-8, the maximum. The local Firestore counts it as two characters. */
const WIDE = '😀'
const wide = (characters: number): string => WIDE.repeat(characters)
/** Returns a text of four-byte characters that the local Firestore counts as this number of characters. */
const halfWide = (characters: number): string => wide(characters / 2)
const PAST = new TimestampValue('2020-01-01T00:00:00Z')
const LATER = new TimestampValue('2040-01-01T00:00:00Z')

const WRITTEN: DocumentFields = {
  content: halfWide(50_000),
  logLevel: 'TACTICAL',
  goals: Array(20).fill(wide(200)),
  tags: Array(20).fill(wide(50)),
  eyesOnly: true,
  updatedAt: NOW,
  lastUpdated: NOW,
}
const NEW_LOG: DocumentFields = {
  ...WRITTEN,
  id: 'one',
  userId: 'alice',
  timestamp: NOW,
  deleted: false,
  metadata: { clientTime: PAST, timeZone: halfWide(64), frequency: 112.4, source: 'typed' },
}
const STORED: DocumentFields = {
  userId: 'alice',
  content: 'x',
  logLevel: 'FIELD',
  timestamp: PAST,
  lastUpdated: PAST,
  deleted: false,
  aiSuggestions: { applied: false, suggestedTags: ['x'] },
}

type Largest = {
  readonly path: readonly string[]
  readonly before?: DocumentFields
  readonly after: DocumentFields
  /** The maximum size of a document of this kind as JSON, in bytes. */
  readonly maxBytes: number
}

const log = ['users', 'alice', 'logs', 'one']

/** For each kind of write, the largest document that the rules allow a client to write. */
const LARGEST: { readonly [what: string]: Largest } = {
  'a new entry': { path: log, after: NEW_LOG, maxBytes: 250_000 },
  'an imported entry': {
    path: log,
    after: { ...NEW_LOG, timestamp: PAST, updatedAt: PAST, metadata: { clientTime: PAST, source: 'import' } },
    maxBytes: 250_000,
  },
  'an edited entry': { path: log, before: STORED, after: { ...STORED, ...WRITTEN }, maxBytes: 250_000 },
  'an entry with its suggestions applied': {
    path: log,
    before: STORED,
    after: { ...STORED, ...WRITTEN, aiSuggestions: { applied: true, suggestedTags: ['x'] } },
    maxBytes: 250_000,
  },
  'a deleted entry': {
    path: log,
    before: STORED,
    after: { ...STORED, deleted: true, deletedAt: NOW, lastUpdated: NOW },
    maxBytes: 1000,
  },
  'a restored entry': {
    path: log,
    before: { ...STORED, deleted: true, deletedAt: PAST },
    after: { ...STORED, lastUpdated: NOW },
    maxBytes: 1000,
  },
  'the user document': {
    path: ['users', 'alice'],
    after: { operationalFrequency: 112.4, lastFrequencyUpdate: NOW },
    maxBytes: 1000,
  },
  settings: {
    path: ['users', 'alice', 'private', 'settings'],
    after: {
      aiEnabled: true,
      model: 'powerful',
      temperature: 0.5,
      thinkingBudget: 24_576,
      topP: 0.5,
      topK: 100,
      minimumConfidence: 0.5,
      retainSuggestions: 90,
      autoAnalyzeEnabled: true,
      costOptimizationEnabled: true,
      isMeiLingEnabled: true,
      reminderInterval: 240,
      quietFrom: 22,
      quietUntil: 7,
      timeZone: wide(64),
      theme: 'jungleops',
      themeStations: Object.fromEntries(Object.keys(THEME_STATIONS).map((theme) => [theme, 'sonicuniverse'])),
      savedSearches: Array(20).fill(wide(200)),
      lastUpdated: NOW,
    },
    maxBytes: 20_000,
  },
  'a push token': {
    path: ['users', 'alice', 'private', 'notifications'],
    after: { fcmToken: halfWide(4096), updatedAt: NOW },
    maxBytes: 20_000,
  },
  'a removal': {
    path: ['users', 'alice', 'removals', 'one'],
    after: { ids: Array(500).fill(halfWide(128)), at: NOW, expireAt: LATER },
    maxBytes: 150_000,
  },
  'a favorite': {
    path: ['favorites', `alice_${'0f'.repeat(32)}`],
    after: {
      userId: 'alice',
      artist: wide(200),
      title: wide(200),
      album: wide(200),
      station: 'sonicuniverse',
      timestamp: PAST,
      dateAdded: NOW,
    },
    maxBytes: 4000,
  },
}

const TEXT = 'x'.repeat(100_000)
const HOSTILE: { readonly [what: string]: unknown } = {
  'a string of 100,000 characters': TEXT,
  'a map with a long string': { lgs: { defcon: TEXT } },
  'a map of 1,000 keys': Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [`key${key}`, key])),
  'a list of 1,000 strings': Array(1000).fill('x'),
  'a list with a long string': [TEXT],
  'a list of a map with a long string': [{ a: TEXT }],
  '100,000 bytes': new Uint8Array(100_000),
  '20 bytes': new Uint8Array(20),
  NaN: Number.NaN,
  Infinity,
  '-Infinity': -Infinity,
  null: null,
}

const isMap = (value: unknown): value is DocumentFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof TimestampValue)

/**
 * Returns variants of a value, each with one inner value replaced by `bad`. In a list, only the first and last are
 * replaced.
 */
function withEach(value: unknown, bad: unknown): readonly (readonly [place: string, changed: unknown])[] {
  if (Array.isArray(value))
    // Firestore does not allow lists inside lists.
    return Array.isArray(bad) ? [] : [0, -1].map((index) => [`${index}`, value.with(index, bad)] as const)
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, item]) => [
    [key, { ...value, [key]: bad }] as const,
    ...withEach(item, bad).map(([place, changed]) => [`${key}.${place}`, { ...value, [key]: changed }] as const),
  ])
}

/** Returns variants of a map in which the map itself or one map inside it has an additional field. */
function withMore(value: unknown): readonly (readonly [place: string, changed: unknown])[] {
  if (!isMap(value)) return []
  return [
    ['unknown', { ...value, unknown: 'x' }] as const,
    ...Object.entries(value).flatMap(([key, item]) =>
      withMore(item).map(([place, changed]) => [`${key}.${place}`, { ...value, [key]: changed }] as const),
    ),
  ]
}

describe.each(Object.entries(LARGEST))('the limits of %s', (_, { path, before, after, maxBytes }) => {
  const attempt = (changed: unknown) =>
    isAllowed({ actor: { uid: 'alice', provider: 'password' }, path, before, after: isMap(changed) ? changed : {} })
  const allowedAt = (variants: readonly (readonly [place: string, changed: unknown])[]) =>
    variants.filter(([, changed]) => attempt(changed)).map(([place]) => place)

  test('the rules allow the largest document, and its size is below the maximum of its kind', () => {
    expect(attempt(after)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThan(maxBytes)
  })

  test.each(Object.entries(HOSTILE))('the rules reject %s in place of any value', (__, bad) => {
    expect(allowedAt(withEach(after, bad))).toEqual([])
  })

  test('the rules reject an additional field at any depth', () => {
    expect(allowedAt(withMore(after))).toEqual([])
  })
})

test('the rules accept every station except the test signal as the station of a theme', () => {
  const allows = (themeStations: DocumentFields) =>
    isAllowed({
      actor: { uid: 'alice', provider: 'password' },
      path: ['users', 'alice', 'private', 'settings'],
      before: undefined,
      after: { themeStations },
    })
  expect(allows(THEME_STATIONS)).toBe(true)
  for (const theme of Object.keys(THEME_STATIONS)) {
    for (const { key } of STATIONS) expect(allows({ ...THEME_STATIONS, [theme]: key }), `${theme}: ${key}`).toBe(true)
    expect(allows({ ...THEME_STATIONS, [theme]: 'test' })).toBe(false)
  }
})
