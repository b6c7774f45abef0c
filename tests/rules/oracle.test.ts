/* Generates requests and checks that firestore.rules and the oracle decide each of them equally. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME_STATIONS } from '#domain/radio/stations.ts'
import { isAllowed, isGetAllowed } from './attempts.ts'
import {
  TimestampValue,
  mayGetFavorite,
  mayWrite,
  NOW,
  type Actor,
  type Attempt,
  type DocumentFields,
} from './oracle.ts'

const WRITES = 5000
const PAST = new TimestampValue('2020-01-01T00:00:00Z')
const LATER = new TimestampValue('2040-01-01T00:00:00Z')

const ACTORS: readonly Actor[] = [
  { uid: 'alice', provider: 'password' },
  { uid: 'bob', provider: 'google.com' },
  { uid: 'alice', provider: 'anonymous' },
  undefined,
]

const NEW_LOG: DocumentFields = {
  userId: 'alice',
  content: 'Water main out.',
  logLevel: 'ALERT',
  timestamp: NOW,
  lastUpdated: NOW,
  deleted: false,
}
const STORED: DocumentFields = { ...NEW_LOG, timestamp: PAST, lastUpdated: PAST, goals: ['a'], tags: ['b'] }
const SUGGESTED: DocumentFields = { ...STORED, aiSuggestions: { applied: false, tags: ['x'] } }
const DELETED: DocumentFields = { ...STORED, deleted: true, deletedAt: PAST }

/** Valid and invalid values of each field of an entry. The value undefined removes the field. */
const VALUES: { readonly [field: string]: readonly unknown[] } = {
  id: ['new', 'stored', 'other', 1],
  userId: ['alice', 'bob', undefined],
  content: ['x', ' \n', 7, 'x'.repeat(50_000), 'x'.repeat(50_001), undefined],
  logLevel: ['TACTICAL', 'INTEL', 'ALERT', 'FIELD', 'SECRET', 'alert', 3, undefined],
  level: ['INTEL', 'SECRET', 1],
  timestamp: [NOW, PAST, LATER, 'soon', undefined],
  lastUpdated: [NOW, PAST, LATER, undefined],
  updatedAt: [NOW, PAST, 'now'],
  deleted: [true, false, 'no', undefined],
  deletedAt: [NOW, PAST, undefined],
  goals: [
    [],
    ['g'],
    Array(20).fill('g'.repeat(200)),
    Array(21).fill('g'),
    ['g'.repeat(201)],
    [1],
    [{}],
    'g',
    undefined,
  ],
  tags: [[], ['😀'.repeat(50)], Array(20).fill('t'.repeat(50)), ['t'.repeat(51)], [null], {}, undefined],
  eyesOnly: [true, false, 1, 'yes', undefined],
  metadata: [
    {},
    { clientTime: PAST, timeZone: 'Europe/Berlin', frequency: 112.4, source: 'voice' },
    { mood: 1 },
    { frequency: 87 },
    { frequency: '100' },
    { timeZone: 'z'.repeat(65) },
    { source: 'radio' },
    { clientTime: 'x' },
    [],
    'x',
  ],
  aiSuggestions: [
    { applied: true, tags: ['x'] },
    { applied: true, tags: [] },
    { applied: false, tags: ['x'] },
    {},
    undefined,
  ],
  unknown: [1],
}

const SETTINGS: { readonly [field: string]: readonly unknown[] } = {
  model: ['fast', 'powerful', 'best', 1],
  temperature: [0, 1, 0.5, 1.1, -0.1, '1'],
  thinkingBudget: [0, 24_576, 24_577, null],
  topP: [0, 1, 2],
  topK: [1, 100, 0, 101, '40'],
  minimumConfidence: [0.1, 1, 0.09, true],
  retainSuggestions: [1, 90, 0, 91],
  aiEnabled: [true, false, 'on'],
  autoAnalyzeEnabled: [true, false, 1],
  costOptimizationEnabled: [true, 'yes'],
  isMeiLingEnabled: [false, null],
  reminderInterval: [30, 60, 120, 240, 90, '30'],
  quietFrom: [0, 23, 24, -1, 7.5, '7'],
  quietUntil: [0, 23, 24, null],
  timeZone: ['Europe/Berlin', '', 'z'.repeat(65), 7],
  theme: ['lgs', 'urbanops', 'pink', 1],
  themeStations: [
    {},
    THEME_STATIONS,
    { camo: 'rinse' },
    { camo: 'test' },
    { pink: 'rinse' },
    { lgs: { rinse: 'rinse' } },
    { lgs: ['rinse'] },
    ['rinse'],
  ],
  savedSearches: [[], Array(20).fill('s'.repeat(200)), Array(21).fill('s'), ['s'.repeat(201)], [7], 's'],
  lastUpdated: [NOW, PAST],
  other: [1],
}
const TOKEN: { readonly [field: string]: readonly unknown[] } = {
  fcmToken: ['t'.repeat(20), 't'.repeat(4096), 't'.repeat(19), 't'.repeat(4097), 20, undefined],
  updatedAt: [NOW, PAST],
  more: [1],
}
const FREQUENCY: { readonly [field: string]: readonly unknown[] } = {
  operationalFrequency: [88, 135, 112.4, 87.9, 135.1, '100', undefined],
  lastFrequencyUpdate: [NOW, PAST, undefined],
  more: [1],
}

const REMOVALS: { readonly [field: string]: readonly unknown[] } = {
  ids: [
    ['one'],
    ['one', 'two'],
    Array(500).fill('i'.repeat(128)),
    Array(501).fill('i'),
    Array(500).fill('i'.repeat(129)),
    ['one', 2],
    ['one/two'],
    [null],
    [],
    'one',
    undefined,
  ],
  at: [NOW, PAST, LATER, undefined],
  expireAt: [NOW, PAST, LATER, 'soon', undefined],
  more: [1],
}

const SONG: DocumentFields = {
  userId: 'alice',
  artist: 'Aural Cartography',
  title: 'Polygon Drift',
  station: 'defcon',
  dateAdded: NOW,
}
const SONGS: { readonly [field: string]: readonly unknown[] } = {
  userId: ['alice', 'bob', undefined],
  artist: ['', '😀'.repeat(200), 'a'.repeat(201), 7, undefined],
  title: ['x', 't'.repeat(200), 't'.repeat(201), '', null, undefined],
  album: ['', 'l'.repeat(201), []],
  station: ['rinse', 'pirate', 1, undefined],
  timestamp: [PAST, NOW, 'soon'],
  dateAdded: [NOW, PAST, undefined],
  stars: [5],
}

const pick = <T>(options: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...options)

/** Values that no field accepts. */
const HOSTILE: readonly unknown[] = [
  'x'.repeat(100_000),
  { a: { b: 'x'.repeat(100_000) } },
  Array(1000).fill('x'),
  new Uint8Array(100_000),
  Number.NaN,
  Infinity,
  null,
]

/** Generates copies of `base` with up to `most` fields changed. */
const varied = (
  base: DocumentFields,
  values: { readonly [field: string]: readonly unknown[] },
  most = 3,
): fc.Arbitrary<DocumentFields> =>
  fc
    .array(
      pick(Object.keys(values)).chain((field) =>
        fc
          .oneof({ weight: 9, arbitrary: pick(values[field] ?? []) }, { weight: 1, arbitrary: pick(HOSTILE) })
          .map((value) => [field, value] as const),
      ),
      { maxLength: most },
    )
    .map((changes) =>
      Object.fromEntries(
        Object.entries({ ...base, ...Object.fromEntries(changes) }).filter(([, value]) => value !== undefined),
      ),
    )

const EDITS: readonly DocumentFields[] = [
  { content: 'new', lastUpdated: NOW },
  { goals: ['x'], tags: [], updatedAt: NOW },
  { deleted: true, deletedAt: NOW },
  { deleted: false, deletedAt: undefined, lastUpdated: NOW },
  { aiSuggestions: { applied: true, tags: ['x'] }, content: 'applied', lastUpdated: NOW },
]

type Target = Pick<Attempt, 'path' | 'before' | 'after'>
const targets: fc.Arbitrary<Target> = fc.oneof(
  {
    weight: 4,
    arbitrary: varied(NEW_LOG, VALUES).map((after): Target => ({
      path: ['users', 'alice', 'logs', 'new'],
      before: undefined,
      after,
    })),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(pick([STORED, SUGGESTED, DELETED, { ...STORED, logLevel: undefined }]), pick(EDITS))
      .chain(([stored, edit]) => {
        const before = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined))
        return varied({ ...before, ...edit }, VALUES, 2).map((after): Target => ({
          path: ['users', 'alice', 'logs', 'stored'],
          before,
          after,
        }))
      }),
  },
  {
    weight: 1,
    arbitrary: pick([STORED, undefined]).map((before): Target => ({
      path: ['users', 'alice', 'logs', 'x'],
      before,
      after: undefined,
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(pick([{}, undefined]), varied({}, SETTINGS, 4))
      .map(([before, after]): Target => ({ path: ['users', 'alice', 'private', 'settings'], before, after })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pick([{}, undefined]),
        fc.option(varied({ fcmToken: 't'.repeat(40), updatedAt: NOW }, TOKEN, 2), { nil: undefined }),
      )
      .map(([before, after]): Target => ({ path: ['users', 'alice', 'private', 'notifications'], before, after })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pick([{}, undefined]),
        fc.option(varied({ operationalFrequency: 100, lastFrequencyUpdate: NOW }, FREQUENCY, 2), { nil: undefined }),
      )
      .map(([before, after]): Target => ({ path: ['users', 'alice'], before, after })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pick([undefined, undefined, { ids: ['one'], at: PAST }]),
        fc.option(varied({ ids: ['one'], at: NOW, expireAt: LATER }, REMOVALS, 2), { nil: undefined }),
      )
      .map(([before, after]): Target => ({ path: ['users', 'alice', 'removals', 'new'], before, after })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pick([`alice_${'0f'.repeat(32)}`, `alice_${'0F'.repeat(32)}`, `bob_${'0f'.repeat(32)}`, 'alice_', 'x']),
        pick([undefined, undefined, { ...SONG, dateAdded: PAST }]),
        fc.option(varied(SONG, SONGS, 2), { nil: undefined }),
      )
      .map(([id, before, after]): Target => ({ path: ['favorites', id], before, after })),
  },
  {
    weight: 1,
    arbitrary: pick([
      ['users', 'alice', 'private', 'other'],
      ['users', 'alice', 'logs', 'a', 'more', 'b'],
      ['users', 'alice', 'removals', 'a', 'more', 'b'],
      ['admin', 'x'],
      ['health_check', 'status'],
      ['favorites', 'x'],
    ]).map((path): Target => ({ path, before: undefined, after: NEW_LOG })),
  },
)
const attempts: fc.Arbitrary<Attempt> = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: fc.constant(ACTORS[0]) }, { weight: 1, arbitrary: pick(ACTORS) }), targets)
  .map(([actor, target]) => ({ actor, ...target }))

test('the rules agree with the oracle on generated reads of a favorite', () => {
  const ids = pick(['alice', 'bob', 'ali', 'alice_', '']).chain((uid) =>
    pick([`_${'0f'.repeat(32)}`, `_${'0F'.repeat(32)}`, `_${'0f'.repeat(31)}`, '_', '']).map((rest) => `${uid}${rest}`),
  )
  const stored = pick([undefined, { ...SONG, dateAdded: PAST }, { ...SONG, userId: 'bob', dateAdded: PAST }])
  const asked = fc.tuple(
    pick(ACTORS),
    ids.filter((id) => id !== ''),
    stored,
  )
  fc.assert(
    fc.property(asked, ([actor, id, before]) => {
      expect(isGetAllowed({ actor, path: ['favorites', id], before })).toBe(mayGetFavorite(actor, id))
    }),
    { numRuns: 1000 },
  )
})

test(`the rules agree with the oracle on ${WRITES} generated writes`, { timeout: 120_000 }, () => {
  const verdicts = { allowed: 0, denied: 0 }
  fc.assert(
    fc.property(attempts, (attempt) => {
      const allowed = mayWrite(attempt)
      verdicts[allowed ? 'allowed' : 'denied']++
      expect(isAllowed(attempt)).toBe(allowed)
    }),
    { numRuns: WRITES },
  )
  // If all writes were rejected, or all were allowed, the test would prove nothing.
  expect(verdicts.allowed).toBeGreaterThan(WRITES / 10)
  expect(verdicts.denied).toBeGreaterThan(WRITES / 10)
})
