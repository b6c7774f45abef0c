/*
 * Every value that the rules let a client write has a bound: the largest document of each kind is allowed, and anything
 * large or of another type in the place of any of its values is refused.
 */
import { describe, expect, test } from 'vitest'
import { STATIONS, THEME_STATIONS } from '#domain/radio/stations.ts'
import { isAllowed } from './attempts.ts'
import { At, NOW, type Data } from './oracle.ts'

/** The longest character in UTF-8. As the local rules count, it is two. */
const WIDE = '😀'
const wide = (characters: number): string => WIDE.repeat(characters)
/** As many bytes as the rules' count of characters allows. */
const halfWide = (characters: number): string => wide(characters / 2)
const PAST = new At('2020-01-01T00:00:00Z')

const WRITTEN: Data = {
  content: halfWide(50_000),
  logLevel: 'TACTICAL',
  goals: Array(20).fill(wide(200)),
  tags: Array(20).fill(wide(50)),
  eyesOnly: true,
  updatedAt: NOW,
  lastUpdated: NOW,
}
const NEW_LOG: Data = {
  ...WRITTEN,
  id: 'one',
  userId: 'alice',
  timestamp: NOW,
  deleted: false,
  metadata: { clientTime: PAST, timeZone: halfWide(64), frequency: 112.4, source: 'typed' },
}
const STORED: Data = {
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
  readonly before?: Data
  readonly after: Data
  /** No document of this kind has more, written as JSON. */
  readonly maxBytes: number
}

const log = ['users', 'alice', 'logs', 'one']

/** The largest document that each rule allows a client to write. */
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
  'a favourite': {
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
  '100,000 characters': TEXT,
  'a map with a large text': { lgs: { defcon: TEXT } },
  'a map of 1,000 entries': Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [`key${key}`, key])),
  'a list of 1,000 texts': Array(1000).fill('x'),
  'a list with a large text': [TEXT],
  'a list of maps': [{ a: TEXT }],
  'large bytes': new Uint8Array(100_000),
  'twenty bytes': new Uint8Array(20),
  NaN: Number.NaN,
  Infinity,
  '-Infinity': -Infinity,
  null: null,
}

const isMap = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof At)

/** Every way to put `bad` in the place of one value, however deep that is; of a list the first and the last. */
function withEach(value: unknown, bad: unknown): readonly (readonly [place: string, changed: unknown])[] {
  if (Array.isArray(value))
    // The database knows no list within a list.
    return Array.isArray(bad) ? [] : [0, -1].map((index) => [`${index}`, value.with(index, bad)] as const)
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, item]) => [
    [key, { ...value, [key]: bad }] as const,
    ...withEach(item, bad).map(([place, changed]) => [`${key}.${place}`, { ...value, [key]: changed }] as const),
  ])
}

/** Every way to add one field, at the top or in a map. */
function withMore(value: unknown): readonly (readonly [place: string, changed: unknown])[] {
  if (!isMap(value)) return []
  return [
    ['unknown', { ...value, unknown: 'x' }] as const,
    ...Object.entries(value).flatMap(([key, item]) =>
      withMore(item).map(([place, changed]) => [`${key}.${place}`, { ...value, [key]: changed }] as const),
    ),
  ]
}

describe.each(Object.entries(LARGEST))('%s', (_, { path, before, after, maxBytes }) => {
  const attempt = (changed: unknown) =>
    isAllowed({ actor: { uid: 'alice', provider: 'password' }, path, before, after: isMap(changed) ? changed : {} })
  const allowedAt = (variants: readonly (readonly [place: string, changed: unknown])[]) =>
    variants.filter(([, changed]) => attempt(changed)).map(([place]) => place)

  test('is allowed at its largest, which has a bound', () => {
    expect(attempt(after)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThan(maxBytes)
  })

  test.each(Object.entries(HOSTILE))('takes %s in no place', (__, bad) => {
    expect(allowedAt(withEach(after, bad))).toEqual([])
  })

  test('takes no field more', () => {
    expect(allowedAt(withMore(after))).toEqual([])
  })
})

test('a person may choose any station for any theme, and not the test signal', () => {
  const allows = (themeStations: Data) =>
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
