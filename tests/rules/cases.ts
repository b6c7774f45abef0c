import {
  deleteField,
  doc,
  increment,
  serverTimestamp,
  setDoc,
  Timestamp,
  updateDoc,
  writeBatch,
  type Firestore,
} from 'firebase/firestore/lite'
import { DEFAULT_AI_SETTINGS } from '#domain/account/aiSettings.ts'
import { THEME_STATIONS } from '#domain/radio/stations.ts'

/** Returns a valid new entry of Alice with changes; `undefined` removes a field. */
export function newLog(changes: { readonly [field: string]: unknown } = {}): { [field: string]: unknown } {
  const log: { [field: string]: unknown } = {
    userId: 'alice',
    content: 'Water main out.',
    logLevel: 'ALERT',
    timestamp: serverTimestamp(),
    lastUpdated: serverTimestamp(),
    deleted: false,
    ...changes,
  }
  return Object.fromEntries(Object.entries(log).filter(([, value]) => value !== undefined))
}

const list = (count: number, characters: number): unknown[] =>
  Array.from({ length: count }, () => 'g'.repeat(characters))
const PAST = Timestamp.fromMillis(Date.UTC(2020, 0, 1))
const FUTURE = Timestamp.fromMillis(Date.UTC(2040, 0, 1))

/** Every optional field of an entry, at its limit. */
const FULLEST = {
  id: 'new',
  content: `${'x'.repeat(49_999)}.`,
  goals: list(20, 200),
  tags: list(20, 50),
  eyesOnly: true,
  updatedAt: serverTimestamp(),
  metadata: { clientTime: PAST, timeZone: 'Europe/Berlin', frequency: 112.4, source: 'typed' },
}

type Case = readonly [number: string, what: string, allowed: boolean, change: { readonly [field: string]: unknown }]

/** Creating `users/alice/logs/new` as Alice. Numbers refer to the truth table of docs/rules.md. */
export const CREATE: readonly Case[] = [
  ['20', 'the minimal entry', true, {}],
  ['21', 'the older name of the level', true, { logLevel: undefined, level: 'INTEL' }],
  ['22', 'all optional fields', true, { ...FULLEST, content: 'x', goals: ['g'], tags: ['t'] }],
  ['23', 'every maximum at once', true, FULLEST],
  ['24', 'TACTICAL', true, { logLevel: 'TACTICAL' }],
  ['25', 'INTEL', true, { logLevel: 'INTEL' }],
  ['26', 'ALERT', true, { logLevel: 'ALERT' }],
  ['27', 'FIELD', true, { logLevel: 'FIELD' }],
  ['28', 'both level fields', false, { level: 'ALERT' }],
  ['29', 'no level', false, { logLevel: undefined }],
  ['30', 'an unknown level', false, { logLevel: 'SECRET' }],
  ['30b', 'an unknown level under the older name', false, { logLevel: undefined, level: 'SECRET' }],
  ['31', 'a level in lower case', false, { logLevel: 'alert' }],
  ['32', 'a number as level', false, { logLevel: 1 }],
  ['33', 'no content', false, { content: undefined }],
  ['34', 'white space as content', false, { content: ' \n\t ' }],
  ['34b', 'text over several lines', true, { content: '\n\n  x\n' }],
  ['35', 'a number as content', false, { content: 1 }],
  ['36', '50,001 characters', false, { content: 'x'.repeat(50_001) }],
  ['37', 'more than 200,000 bytes', false, { content: '😀'.repeat(50_000).slice(0, 100_002) }],
  ['38', 'a text as goals', false, { goals: 'run' }],
  ['39', '21 goals', false, { goals: list(21, 1) }],
  ['40', 'a goal of 201 characters', false, { goals: list(1, 201) }],
  ['40b', 'a last goal of 201 characters', false, { goals: [...list(19, 1), 'g'.repeat(201)] }],
  ...Array.from({ length: 20 }, (_, place): Case => [
    `41-${place}`,
    `a number in place ${place} of the goals`,
    false,
    { goals: list(20, 1).with(place, 7) },
  ]),
  ['41b', 'a map among the goals', false, { goals: [{}] }],
  ['42', '21 tags', false, { tags: list(21, 1) }],
  ['42b', 'a text as tags', false, { tags: 'run' }],
  ['43', 'a tag of 51 characters', false, { tags: list(1, 51) }],
  ['43b', 'a number in the last place of the tags', false, { tags: [...list(19, 1), 7] }],
  ['44', 'another user as its owner', false, { userId: 'bob' }],
  ['45', 'no owner', false, { userId: undefined }],
  ['46', "the client's time", false, { timestamp: PAST }],
  ['46b', 'the time of an imported entry', true, { timestamp: PAST, metadata: { source: 'import' } }],
  ['46c', "the client's time for a typed entry", false, { timestamp: PAST, metadata: { source: 'typed' } }],
  ['46d', 'a time to come for an imported entry', false, { timestamp: FUTURE, metadata: { source: 'import' } }],
  ['46e', 'a text as time of an imported entry', false, { timestamp: '2020', metadata: { source: 'import' } }],
  ['46f', 'an imported entry with its last change', true, { updatedAt: PAST, metadata: { source: 'import' } }],
  ['46g', 'an imported entry with a change to come', false, { updatedAt: FUTURE, metadata: { source: 'import' } }],
  ['46h', 'an imported last update', false, { lastUpdated: PAST, metadata: { source: 'import' } }],
  ['47', 'a time to come', false, { timestamp: FUTURE }],
  ['48', 'a text as time', false, { timestamp: '2026-11-20' }],
  ['48b', 'no time', false, { timestamp: undefined }],
  ['49', "the client's time as the last update", false, { lastUpdated: PAST }],
  ['49b', 'no last update', false, { lastUpdated: undefined }],
  ['49c', "the client's time as the update", false, { updatedAt: PAST }],
  ['50', 'deleted from the start', false, { deleted: true }],
  ['51', 'no deleted flag', false, { deleted: undefined }],
  ['52', 'a time of deletion', false, { deletedAt: serverTimestamp() }],
  ['53', 'suggestions', false, { aiSuggestions: {} }],
  ['54', 'an unknown field', false, { admin: true }],
  ['55', 'an id that is not its name', false, { id: 'other' }],
  ['55b', "for its writer's eyes only", true, { eyesOnly: true }],
  ['55c', 'a text as that flag', false, { eyesOnly: 'yes' }],
  ['56', 'an unknown key in the metadata', false, { metadata: { mood: 'good' } }],
  ['56b', 'a text as metadata', false, { metadata: 'x' }],
  ['56c', 'a text as client time', false, { metadata: { clientTime: 'x' } }],
  ['56d', 'a number as time zone', false, { metadata: { timeZone: 1 } }],
  ['56j', 'a list as time zone', false, { metadata: { timeZone: [] } }],
  ['56k', 'nothing but a time zone', true, { metadata: { timeZone: 'Europe/Berlin' } }],
  ['56l', 'nothing but a source', true, { metadata: { source: 'voice' } }],
  ['56e', 'a long time zone', false, { metadata: { timeZone: 'z'.repeat(65) } }],
  ['56f', 'a frequency below the dial', false, { metadata: { frequency: 87.9 } }],
  ['56g', 'a frequency above the dial', false, { metadata: { frequency: 135.1 } }],
  ['56h', 'a text as frequency', false, { metadata: { frequency: '100' } }],
  ['56i', 'an unknown source', false, { metadata: { source: 'radio' } }],
]

const NOW = serverTimestamp()

/** Changing `users/alice/logs/stored`; `deleted` and `suggested` name other stored entries. */
export const UPDATE: readonly (readonly [
  number: string,
  what: string,
  allowed: boolean,
  entry: string,
  change: { readonly [field: string]: unknown },
])[] = [
  ['58', 'content and stamp', true, 'stored', { content: 'new', lastUpdated: NOW }],
  ['59', 'level, content and the other stamp', true, 'stored', { logLevel: 'FIELD', content: 'new', updatedAt: NOW }],
  ['60', 'goals and tags', true, 'stored', { goals: ['a'], tags: ['b'], lastUpdated: NOW }],
  ['60b', "for its writer's eyes only", true, 'stored', { eyesOnly: true, lastUpdated: NOW }],
  ['60c', 'a number as that flag', false, 'stored', { eyesOnly: 1, lastUpdated: NOW }],
  ['61', 'an entry of an older writer', true, 'legacy', { content: 'new', lastUpdated: NOW }],
  ['61c', 'an entry that says nothing of deletion', true, 'undecided', { content: 'new', lastUpdated: NOW }],
  ['61d', 'an entry without a time', true, 'untimed', { content: 'new', lastUpdated: NOW }],
  ['62', 'no stamp', false, 'stored', { content: 'new' }],
  ['63', "the client's stamp", false, 'stored', { content: 'new', lastUpdated: FUTURE }],
  ['63b', "the client's second stamp", false, 'stored', { content: 'new', lastUpdated: NOW, updatedAt: FUTURE }],
  ['64', 'the owner', false, 'stored', { userId: 'bob', lastUpdated: NOW }],
  ['65', 'the time', false, 'stored', { timestamp: NOW, lastUpdated: NOW }],
  ['66', 'the content taken away', false, 'stored', { content: deleteField(), lastUpdated: NOW }],
  ['61b', 'an entry with the older name of the level', true, 'older', { content: 'new', lastUpdated: NOW }],
  ['66b', 'the level taken away', false, 'stored', { logLevel: deleteField(), lastUpdated: NOW }],
  ['66c', 'the level of the older name taken away', false, 'older', { level: deleteField(), lastUpdated: NOW }],
  ['67', 'an unknown field', false, 'stored', { admin: true, lastUpdated: NOW }],
  ['67b', 'an invalid level', false, 'stored', { logLevel: 'SECRET', lastUpdated: NOW }],
  ['67c', 'too long a text', false, 'stored', { content: 'x'.repeat(50_001), lastUpdated: NOW }],
  ['68', 'restored', true, 'deleted', { deleted: false, deletedAt: deleteField(), lastUpdated: NOW }],
  ['68b', 'restored with its time of deletion', false, 'deleted', { deleted: false, lastUpdated: NOW }],
  [
    '68c',
    'restored with another text',
    false,
    'deleted',
    { deleted: false, deletedAt: deleteField(), content: 'x', lastUpdated: NOW },
  ],
  [
    '68d',
    "restored with the client's stamp",
    false,
    'deleted',
    { deleted: false, deletedAt: deleteField(), lastUpdated: FUTURE },
  ],
  ['68e', 'its time of deletion taken away', false, 'deleted', { deletedAt: deleteField(), lastUpdated: NOW }],
  ['69', 'soft-deleted', true, 'stored', { deleted: true, deletedAt: NOW, lastUpdated: NOW }],
  ['69b', 'soft-deleted without a stamp of its own', true, 'stored', { deleted: true, deletedAt: NOW }],
  ['69c', 'soft-deleted, which said nothing of it', true, 'undecided', { deleted: true, deletedAt: NOW }],
  ['69d', 'soft-deleted without a time', true, 'untimed', { deleted: true, deletedAt: NOW }],
  ['70', 'soft-deleted with another text', false, 'stored', { deleted: true, deletedAt: NOW, content: 'x' }],
  [
    '70b',
    "soft-deleted with the client's stamp",
    false,
    'stored',
    { deleted: true, deletedAt: NOW, lastUpdated: FUTURE },
  ],
  ['71', 'soft-deleted without its time', false, 'stored', { deleted: true, lastUpdated: NOW }],
  ['71b', "soft-deleted at the client's time", false, 'stored', { deleted: true, deletedAt: FUTURE }],
  ['72', 'a deleted entry edited', false, 'deleted', { content: 'x', lastUpdated: NOW }],
  [
    '73',
    'suggestions applied',
    true,
    'suggested',
    { 'aiSuggestions.applied': true, logLevel: 'FIELD', goals: ['a'], tags: ['b'], lastUpdated: NOW },
  ],
  ['74', 'suggestions taken back', false, 'applied', { 'aiSuggestions.applied': false, lastUpdated: NOW }],
  [
    '74b',
    'suggestions applied twice',
    false,
    'applied',
    { 'aiSuggestions.applied': true, 'aiSuggestions.confidence': 1, lastUpdated: NOW },
  ],
  ['74c', 'suggestions marked with a text', false, 'suggested', { 'aiSuggestions.applied': 'yes', lastUpdated: NOW }],
  ['74d', 'suggestions that were never marked', false, 'unmarked', { 'aiSuggestions.applied': true, lastUpdated: NOW }],
  [
    '75',
    'the confidence',
    false,
    'suggested',
    { 'aiSuggestions.applied': true, 'aiSuggestions.confidence': 1, lastUpdated: NOW },
  ],
  ['76', 'suggestions put in', false, 'stored', { aiSuggestions: { applied: true }, lastUpdated: NOW }],
  ['77', 'suggestions taken away', false, 'suggested', { aiSuggestions: deleteField(), lastUpdated: NOW }],
  [
    '78',
    'a suggested tag changed',
    false,
    'suggested',
    { 'aiSuggestions.applied': true, 'aiSuggestions.suggestedTags': ['x'], lastUpdated: NOW },
  ],
  ['80', 'the content as a number', false, 'stored', { content: increment(1), lastUpdated: NOW }],
]

export const FREQUENCY: readonly Case[] = [
  ['89', 'a frequency', true, {}],
  ['90', 'the lowest', true, { operationalFrequency: 88 }],
  ['91', 'the highest', true, { operationalFrequency: 135 }],
  ['92', 'below', false, { operationalFrequency: 87.9 }],
  ['93', 'above', false, { operationalFrequency: 135.1 }],
  ['94', 'a text', false, { operationalFrequency: '112.4' }],
  ['95', 'not a number', false, { operationalFrequency: Number.NaN }],
  ['95b', "the client's stamp", false, { lastFrequencyUpdate: PAST }],
  ['96', 'a role', false, { role: 'admin' }],
]

export const SETTINGS: readonly Case[] = [
  [
    '99',
    'the defaults',
    true,
    {
      ...DEFAULT_AI_SETTINGS,
      isMeiLingEnabled: false,
      reminderInterval: 60,
      theme: 'lgs',
      themeStations: { lgs: 'groovesalad' },
      lastUpdated: serverTimestamp(),
    },
  ],
  ['99d', 'nothing but a theme', true, { theme: 'lgs' }],
  ['99e', 'nothing but top K', true, { topK: 40 }],
  ['100', 'top K of 101', false, { topK: 101 }],
  ['100b', 'top K of 0', false, { topK: 0 }],
  ['101', 'an interval of 45', false, { reminderInterval: 45 }],
  ['102', 'a budget of 24,577', false, { thinkingBudget: 24_577 }],
  ['103', 'an unknown model', false, { model: 'best' }],
  ['103b', 'a temperature above 1', false, { temperature: 1.1 }],
  ['103c', 'top P above 1', false, { topP: 1.05 }],
  ['103d', 'a confidence below 0.1', false, { minimumConfidence: 0 }],
  ['103e', '91 days', false, { retainSuggestions: 91 }],
  ['103e2', 'a text as master switch', false, { aiEnabled: 'no' }],
  ['103f', 'a text as switch', false, { autoAnalyzeEnabled: 'yes' }],
  ['103g', 'a text as second switch', false, { costOptimizationEnabled: 'yes' }],
  ['103h', 'a text as third switch', false, { isMeiLingEnabled: 'yes' }],
  ['103s', 'silence from 0 until 23', true, { quietFrom: 0, quietUntil: 23, timeZone: 'Europe/Berlin' }],
  ['103t', 'silence from 24', false, { quietFrom: 24 }],
  ['103u', 'silence from -1', false, { quietFrom: -1 }],
  ['103v', 'silence from half past', false, { quietFrom: 7.5 }],
  ['103w', 'silence until 24', false, { quietUntil: 24 }],
  ['103x', 'a zone of 65 characters', false, { timeZone: 'z'.repeat(65) }],
  ['103y', 'a number as zone', false, { timeZone: 7 }],
  ['103i', 'an unknown theme', false, { theme: 'pink' }],
  ['103j', 'a list as stations', false, { themeStations: [] }],
  ['103k', 'a station for an unknown theme', false, { themeStations: { pink: 'defcon' } }],
  ['103k2', 'an unknown station for a theme', false, { themeStations: { ...THEME_STATIONS, lgs: 'pirate' } }],
  ['103k3', 'the test signal for a theme', false, { themeStations: { lgs: 'test' } }],
  ['103k4', 'a text of 100,000 characters as a station', false, { themeStations: { lgs: 'x'.repeat(100_000) } }],
  ['103k5', 'a map as a station', false, { themeStations: { lgs: { defcon: 'defcon' } } }],
  ['103k6', 'a station for each theme', true, { themeStations: THEME_STATIONS }],
  ['103n', 'saved searches', true, { savedSearches: list(20, 200) }],
  ['103o', '21 saved searches', false, { savedSearches: list(21, 1) }],
  ['103p', 'a saved search of 201 characters', false, { savedSearches: list(1, 201) }],
  ['103q', 'a number as saved search', false, { savedSearches: [7] }],
  ['103r', 'a text as saved searches', false, { savedSearches: 'water' }],
  ['103l', "the client's stamp", false, { lastUpdated: PAST }],
  ['103m', 'an unknown key', false, { role: 'admin' }],
]

const TOKEN = 't'.repeat(160)

export const PUSH_TOKEN: readonly Case[] = [
  ['104', 'a token', true, { fcmToken: TOKEN }],
  ['105', 'a token with its stamp', true, { fcmToken: TOKEN, updatedAt: serverTimestamp() }],
  ['105b', "the client's stamp", false, { fcmToken: TOKEN, updatedAt: PAST }],
  ['108', '4,097 characters', false, { fcmToken: 't'.repeat(4097) }],
  ['108b', '19 characters', false, { fcmToken: 't'.repeat(19) }],
  ['108c', 'a number', false, { fcmToken: 7 }],
  ['108d', 'a list', false, { fcmToken: list(20, 1) }],
  ['109', 'another key', false, { fcmToken: TOKEN, admin: true }],
]

/** A digest in the id of a favorite. */
export const DIGEST = '0123456789abcdef'.repeat(4)

/** Returns a valid new favorite of Alice with changes; `undefined` removes a field. */
export function newFavorite(changes: { readonly [field: string]: unknown } = {}): { [field: string]: unknown } {
  const favorite: { [field: string]: unknown } = {
    userId: 'alice',
    artist: 'Aural Cartography',
    title: 'Polygon Drift',
    album: 'Contour Lines',
    station: 'groovesalad',
    timestamp: PAST,
    dateAdded: serverTimestamp(),
    ...changes,
  }
  return Object.fromEntries(Object.entries(favorite).filter(([, value]) => value !== undefined))
}

/** Adding `favorites/alice_<digest>` as Alice. */
export const FAVORITE: readonly Case[] = [
  ['112', 'a song', true, {}],
  ['112b', 'every maximum', true, { artist: 'a'.repeat(200), title: 't'.repeat(200), album: 'l'.repeat(200) }],
  ['112c', 'no album, no time, nobody playing', true, { album: undefined, timestamp: undefined, artist: '' }],
  ['116', "somebody else's name on it", false, { userId: 'bob' }],
  ['116b', 'nobody’s name on it', false, { userId: undefined }],
  ['118', "the client's date", false, { dateAdded: PAST }],
  ['118b', 'no date', false, { dateAdded: undefined }],
  ['119', 'an unknown station', false, { station: 'pirate' }],
  ['119b', 'no station', false, { station: undefined }],
  ['120', 'a title of 201 characters', false, { title: 't'.repeat(201) }],
  ['120b', 'an artist of 201 characters', false, { artist: 'a'.repeat(201) }],
  ['120c', 'an album of 201 characters', false, { album: 'l'.repeat(201) }],
  ['120d', 'a number as artist', false, { artist: 7 }],
  ['120e', 'a number as album', false, { album: 7 }],
  ['120f', 'a text as time', false, { timestamp: 'soon' }],
  ['120g', 'another key', false, { stars: 5 }],
  ['123', 'no title', false, { title: undefined }],
  ['123b', 'an empty title', false, { title: '' }],
]

/** The same song under other ids. */
export const FAVORITE_IDS: readonly (readonly [number: string, what: string, id: string])[] = [
  ['113', 'a random id', 'Zx81kd02'],
  ['114', 'an id without the digest', 'alice_'],
  ['114b', 'a digest that is too short', `alice_${DIGEST.slice(1)}`],
  ['114c', 'a digest that goes on', `alice_${DIGEST}0`],
  ['114d', 'a digest in capitals', `alice_${DIGEST.toUpperCase()}`],
  ['115', "somebody else's prefix", `bobby_${DIGEST}`],
]

/** Stores the documents that the cases need, bypassing the rules. */
export async function storeEntries(admin: Firestore): Promise<void> {
  const time = Timestamp.fromMillis(Date.UTC(2026, 0, 1))
  const entry = {
    userId: 'alice',
    content: 'text',
    logLevel: 'INTEL',
    timestamp: time,
    lastUpdated: time,
    deleted: false,
    goals: [],
    tags: [],
  }
  const suggestions = {
    suggestedLogLevel: 'FIELD',
    suggestedGoals: ['a'],
    suggestedTags: ['b'],
    confidence: 0.8,
    lastAnalyzed: time,
    applied: false,
  }
  const { logLevel: _level, ...withoutLevel } = entry
  const { deleted: _deleted, ...undecided } = entry
  const { timestamp: _time, ...untimed } = entry
  const stored = {
    stored: entry,
    legacy: { ...withoutLevel, importedFrom: 'an older app' },
    deleted: { ...entry, deleted: true, deletedAt: time },
    suggested: { ...entry, aiSuggestions: suggestions },
    applied: { ...entry, aiSuggestions: { ...suggestions, applied: true } },
    unmarked: { ...entry, aiSuggestions: { suggestedTags: ['b'] } },
    older: { ...withoutLevel, level: 'INTEL' },
    undecided,
    untimed,
  }
  const batch = writeBatch(admin)
  for (const [id, data] of Object.entries(stored)) batch.set(doc(admin, 'users/alice/logs', id), data)
  batch.set(doc(admin, 'health_check/status'), { ok: true })
  for (const uid of ['alice', 'bob'])
    batch.set(doc(admin, `favorites/${uid}_${'f'.repeat(64)}`), { ...newFavorite({ userId: uid }), dateAdded: time })
  batch.set(doc(admin, 'users/alice/private/notifications'), { fcmToken: 't'.repeat(160) })
  await batch.commit()
}

export const put = (db: Firestore, path: string, data: { readonly [field: string]: unknown }) =>
  setDoc(doc(db, path), { ...data })
export const change = (db: Firestore, path: string, data: { readonly [field: string]: unknown }) =>
  updateDoc(doc(db, path), { ...data })
