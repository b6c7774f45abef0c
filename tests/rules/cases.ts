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

/** Returns a valid new entry of Alice with some fields replaced. The value `undefined` removes a field. */
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

/** The content and all optional fields of an entry, each at its maximum size. */
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

/** Cases of Alice creating `users/alice/logs/new`. Their numbers are those of the truth table in docs/rules.md. */
export const CREATE: readonly Case[] = [
  ['20', 'the minimal entry', true, {}],
  ['21', 'the level in the older field', true, { logLevel: undefined, level: 'INTEL' }],
  ['22', 'all optional fields', true, { ...FULLEST, content: 'x', goals: ['g'], tags: ['t'] }],
  ['23', 'every field at its limit', true, FULLEST],
  ['24', 'TACTICAL', true, { logLevel: 'TACTICAL' }],
  ['25', 'INTEL', true, { logLevel: 'INTEL' }],
  ['26', 'ALERT', true, { logLevel: 'ALERT' }],
  ['27', 'FIELD', true, { logLevel: 'FIELD' }],
  ['28', 'both level fields', false, { level: 'ALERT' }],
  ['29', 'no level', false, { logLevel: undefined }],
  ['30', 'an unknown level', false, { logLevel: 'SECRET' }],
  ['30b', 'an unknown level in the older field', false, { logLevel: undefined, level: 'SECRET' }],
  ['31', 'a level in lower case', false, { logLevel: 'alert' }],
  ['32', 'a number as the level', false, { logLevel: 1 }],
  ['33', 'no content', false, { content: undefined }],
  ['34', 'white space as content', false, { content: ' \n\t ' }],
  ['34b', 'content of several lines', true, { content: '\n\n  x\n' }],
  ['35', 'a number as content', false, { content: 1 }],
  ['36', 'content of 50,001 characters', false, { content: 'x'.repeat(50_001) }],
  ['37', 'content of more than 200,000 bytes', false, { content: '😀'.repeat(50_000).slice(0, 100_002) }],
  ['38', 'a string as the goals', false, { goals: 'run' }],
  ['39', '21 goals', false, { goals: list(21, 1) }],
  ['40', 'a goal of 201 characters', false, { goals: list(1, 201) }],
  ['40b', 'a twentieth goal of 201 characters', false, { goals: [...list(19, 1), 'g'.repeat(201)] }],
  ...Array.from({ length: 20 }, (_, place): Case => [
    `41-${place}`,
    `a number at index ${place} of the goals`,
    false,
    { goals: list(20, 1).with(place, 7) },
  ]),
  ['41b', 'a map as a goal', false, { goals: [{}] }],
  ['42', '21 tags', false, { tags: list(21, 1) }],
  ['42b', 'a string as the tags', false, { tags: 'run' }],
  ['43', 'a tag of 51 characters', false, { tags: list(1, 51) }],
  ['43b', 'a number as the last tag', false, { tags: [...list(19, 1), 7] }],
  ['44', 'another user as the owner', false, { userId: 'bob' }],
  ['45', 'no owner', false, { userId: undefined }],
  ['46', 'a past time', false, { timestamp: PAST }],
  ['46b', 'a past time of an imported entry', true, { timestamp: PAST, metadata: { source: 'import' } }],
  ['46c', 'a past time of a typed entry', false, { timestamp: PAST, metadata: { source: 'typed' } }],
  ['46d', 'a future time of an imported entry', false, { timestamp: FUTURE, metadata: { source: 'import' } }],
  ['46e', 'a string as the time of an imported entry', false, { timestamp: '2020', metadata: { source: 'import' } }],
  ['46f', 'a past updatedAt of an imported entry', true, { updatedAt: PAST, metadata: { source: 'import' } }],
  ['46g', 'a future updatedAt of an imported entry', false, { updatedAt: FUTURE, metadata: { source: 'import' } }],
  ['46h', 'a past lastUpdated of an imported entry', false, { lastUpdated: PAST, metadata: { source: 'import' } }],
  ['47', 'a future time', false, { timestamp: FUTURE }],
  ['48', 'a string as the time', false, { timestamp: '2026-11-20' }],
  ['48b', 'no time', false, { timestamp: undefined }],
  ['49', 'a past lastUpdated', false, { lastUpdated: PAST }],
  ['49b', 'no lastUpdated', false, { lastUpdated: undefined }],
  ['49c', 'a past updatedAt', false, { updatedAt: PAST }],
  ['50', 'an entry that is already deleted', false, { deleted: true }],
  ['51', 'no deleted flag', false, { deleted: undefined }],
  ['52', 'a time of deletion', false, { deletedAt: serverTimestamp() }],
  ['53', 'suggestions', false, { aiSuggestions: {} }],
  ['54', 'an unknown field', false, { admin: true }],
  ['55', 'an id other than the document id', false, { id: 'other' }],
  ['55b', 'EYES ONLY', true, { eyesOnly: true }],
  ['55c', 'a string as EYES ONLY', false, { eyesOnly: 'yes' }],
  ['56', 'an unknown key in the metadata', false, { metadata: { mood: 'good' } }],
  ['56b', 'a string as the metadata', false, { metadata: 'x' }],
  ['56c', 'a string as the client time', false, { metadata: { clientTime: 'x' } }],
  ['56d', 'a number as the time zone', false, { metadata: { timeZone: 1 } }],
  ['56j', 'a list as the time zone', false, { metadata: { timeZone: [] } }],
  ['56k', 'only a time zone in the metadata', true, { metadata: { timeZone: 'Europe/Berlin' } }],
  ['56l', 'only a source in the metadata', true, { metadata: { source: 'voice' } }],
  ['56e', 'a time zone of 65 characters', false, { metadata: { timeZone: 'z'.repeat(65) } }],
  ['56f', 'a frequency below 88', false, { metadata: { frequency: 87.9 } }],
  ['56g', 'a frequency above 135', false, { metadata: { frequency: 135.1 } }],
  ['56h', 'a string as the frequency', false, { metadata: { frequency: '100' } }],
  ['56i', 'an unknown source', false, { metadata: { source: 'radio' } }],
]

const NOW = serverTimestamp()

/** Cases of Alice changing an entry that `storeEntries` has stored, such as `stored`, `deleted` or `suggested`. */
export const UPDATE: readonly (readonly [
  number: string,
  what: string,
  allowed: boolean,
  entry: string,
  change: { readonly [field: string]: unknown },
])[] = [
  ['58', 'content and lastUpdated', true, 'stored', { content: 'new', lastUpdated: NOW }],
  ['59', 'level, content and updatedAt', true, 'stored', { logLevel: 'FIELD', content: 'new', updatedAt: NOW }],
  ['60', 'goals and tags', true, 'stored', { goals: ['a'], tags: ['b'], lastUpdated: NOW }],
  ['60b', 'EYES ONLY', true, 'stored', { eyesOnly: true, lastUpdated: NOW }],
  ['60c', 'a number as EYES ONLY', false, 'stored', { eyesOnly: 1, lastUpdated: NOW }],
  ['61', 'an entry of an older app, without a level', true, 'legacy', { content: 'new', lastUpdated: NOW }],
  ['61c', 'an entry without the deleted flag', true, 'undecided', { content: 'new', lastUpdated: NOW }],
  ['61d', 'an entry without a time', true, 'untimed', { content: 'new', lastUpdated: NOW }],
  ['62', 'content without lastUpdated or updatedAt', false, 'stored', { content: 'new' }],
  ['63', 'a future lastUpdated', false, 'stored', { content: 'new', lastUpdated: FUTURE }],
  ['63b', 'a future updatedAt', false, 'stored', { content: 'new', lastUpdated: NOW, updatedAt: FUTURE }],
  ['64', 'a changed owner', false, 'stored', { userId: 'bob', lastUpdated: NOW }],
  ['65', 'a changed time', false, 'stored', { timestamp: NOW, lastUpdated: NOW }],
  ['66', 'content removed', false, 'stored', { content: deleteField(), lastUpdated: NOW }],
  ['61b', 'an entry with the level in the older field', true, 'older', { content: 'new', lastUpdated: NOW }],
  ['66b', 'level removed', false, 'stored', { logLevel: deleteField(), lastUpdated: NOW }],
  ['66c', 'level in the older field removed', false, 'older', { level: deleteField(), lastUpdated: NOW }],
  ['67', 'an unknown field', false, 'stored', { admin: true, lastUpdated: NOW }],
  ['67b', 'an invalid level', false, 'stored', { logLevel: 'SECRET', lastUpdated: NOW }],
  ['67c', 'content of 50,001 characters', false, 'stored', { content: 'x'.repeat(50_001), lastUpdated: NOW }],
  ['68', 'restored', true, 'deleted', { deleted: false, deletedAt: deleteField(), lastUpdated: NOW }],
  ['68b', 'restored without removing deletedAt', false, 'deleted', { deleted: false, lastUpdated: NOW }],
  [
    '68c',
    'restored with changed content',
    false,
    'deleted',
    { deleted: false, deletedAt: deleteField(), content: 'x', lastUpdated: NOW },
  ],
  [
    '68d',
    'restored with a future lastUpdated',
    false,
    'deleted',
    { deleted: false, deletedAt: deleteField(), lastUpdated: FUTURE },
  ],
  ['68e', 'deletedAt removed from a deleted entry', false, 'deleted', { deletedAt: deleteField(), lastUpdated: NOW }],
  ['69', 'soft-deleted', true, 'stored', { deleted: true, deletedAt: NOW, lastUpdated: NOW }],
  ['69b', 'soft-deleted without lastUpdated', true, 'stored', { deleted: true, deletedAt: NOW }],
  ['69c', 'soft deletion of an entry without the deleted flag', true, 'undecided', { deleted: true, deletedAt: NOW }],
  ['69d', 'soft deletion of an entry without a time', true, 'untimed', { deleted: true, deletedAt: NOW }],
  ['70', 'soft-deleted with changed content', false, 'stored', { deleted: true, deletedAt: NOW, content: 'x' }],
  [
    '70b',
    'soft-deleted with a future lastUpdated',
    false,
    'stored',
    { deleted: true, deletedAt: NOW, lastUpdated: FUTURE },
  ],
  ['71', 'soft-deleted without deletedAt', false, 'stored', { deleted: true, lastUpdated: NOW }],
  ['71b', 'soft-deleted with a future deletedAt', false, 'stored', { deleted: true, deletedAt: FUTURE }],
  ['72', 'an edit of a deleted entry', false, 'deleted', { content: 'x', lastUpdated: NOW }],
  [
    '73',
    'suggestions applied',
    true,
    'suggested',
    { 'aiSuggestions.applied': true, logLevel: 'FIELD', goals: ['a'], tags: ['b'], lastUpdated: NOW },
  ],
  [
    '74',
    'applied suggestions marked as not applied',
    false,
    'applied',
    { 'aiSuggestions.applied': false, lastUpdated: NOW },
  ],
  [
    '74b',
    'suggestions applied twice',
    false,
    'applied',
    { 'aiSuggestions.applied': true, 'aiSuggestions.confidence': 1, lastUpdated: NOW },
  ],
  [
    '74c',
    'suggestions with a string as the applied flag',
    false,
    'suggested',
    { 'aiSuggestions.applied': 'yes', lastUpdated: NOW },
  ],
  [
    '74d',
    'suggestions without an applied flag marked as applied',
    false,
    'unmarked',
    { 'aiSuggestions.applied': true, lastUpdated: NOW },
  ],
  [
    '75',
    'a changed confidence',
    false,
    'suggested',
    { 'aiSuggestions.applied': true, 'aiSuggestions.confidence': 1, lastUpdated: NOW },
  ],
  ['76', 'suggestions added', false, 'stored', { aiSuggestions: { applied: true }, lastUpdated: NOW }],
  ['77', 'suggestions removed', false, 'suggested', { aiSuggestions: deleteField(), lastUpdated: NOW }],
  [
    '78',
    'a changed suggested tag',
    false,
    'suggested',
    { 'aiSuggestions.applied': true, 'aiSuggestions.suggestedTags': ['x'], lastUpdated: NOW },
  ],
  ['80', 'a number as the content', false, 'stored', { content: increment(1), lastUpdated: NOW }],
]

export const FREQUENCY: readonly Case[] = [
  ['89', 'a frequency', true, {}],
  ['90', 'the lowest frequency', true, { operationalFrequency: 88 }],
  ['91', 'the highest frequency', true, { operationalFrequency: 135 }],
  ['92', 'a frequency below 88', false, { operationalFrequency: 87.9 }],
  ['93', 'a frequency above 135', false, { operationalFrequency: 135.1 }],
  ['94', 'a string as the frequency', false, { operationalFrequency: '112.4' }],
  ['95', 'NaN as the frequency', false, { operationalFrequency: Number.NaN }],
  ['95b', 'a past lastFrequencyUpdate', false, { lastFrequencyUpdate: PAST }],
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
  ['99d', 'only a theme', true, { theme: 'lgs' }],
  ['99e', 'only top K', true, { topK: 40 }],
  ['100', 'top K of 101', false, { topK: 101 }],
  ['100b', 'top K of 0', false, { topK: 0 }],
  ['101', 'a reminder interval of 45 minutes', false, { reminderInterval: 45 }],
  ['102', 'a thinking budget of 24,577', false, { thinkingBudget: 24_577 }],
  ['103', 'an unknown model', false, { model: 'best' }],
  ['103b', 'a temperature above 1', false, { temperature: 1.1 }],
  ['103c', 'top P above 1', false, { topP: 1.05 }],
  ['103d', 'a minimum confidence below 0.1', false, { minimumConfidence: 0 }],
  ['103e', 'suggestions retained for 91 days', false, { retainSuggestions: 91 }],
  ['103e2', 'a string as aiEnabled', false, { aiEnabled: 'no' }],
  ['103f', 'a string as autoAnalyzeEnabled', false, { autoAnalyzeEnabled: 'yes' }],
  ['103g', 'a string as costOptimizationEnabled', false, { costOptimizationEnabled: 'yes' }],
  ['103h', 'a string as isMeiLingEnabled', false, { isMeiLingEnabled: 'yes' }],
  ['103s', 'quiet hours from 0 until 23', true, { quietFrom: 0, quietUntil: 23, timeZone: 'Europe/Berlin' }],
  ['103t', 'quiet hours from 24', false, { quietFrom: 24 }],
  ['103u', 'quiet hours from -1', false, { quietFrom: -1 }],
  ['103v', 'quiet hours from 7.5', false, { quietFrom: 7.5 }],
  ['103w', 'quiet hours until 24', false, { quietUntil: 24 }],
  ['103x', 'a time zone of 65 characters', false, { timeZone: 'z'.repeat(65) }],
  ['103y', 'a number as the time zone', false, { timeZone: 7 }],
  ['103i', 'an unknown theme', false, { theme: 'pink' }],
  ['103j', 'a list as the stations of the themes', false, { themeStations: [] }],
  ['103k', 'a station for an unknown theme', false, { themeStations: { pink: 'defcon' } }],
  ['103k2', 'an unknown station for a theme', false, { themeStations: { ...THEME_STATIONS, lgs: 'pirate' } }],
  ['103k3', 'the test signal for a theme', false, { themeStations: { lgs: 'test' } }],
  ['103k4', 'a string of 100,000 characters as a station', false, { themeStations: { lgs: 'x'.repeat(100_000) } }],
  ['103k5', 'a map as a station', false, { themeStations: { lgs: { defcon: 'defcon' } } }],
  ['103k6', 'a station for each theme', true, { themeStations: THEME_STATIONS }],
  ['103n', '20 saved searches of 200 characters', true, { savedSearches: list(20, 200) }],
  ['103o', '21 saved searches', false, { savedSearches: list(21, 1) }],
  ['103p', 'a saved search of 201 characters', false, { savedSearches: list(1, 201) }],
  ['103q', 'a number as a saved search', false, { savedSearches: [7] }],
  ['103r', 'a string as the saved searches', false, { savedSearches: 'water' }],
  ['103l', 'a past lastUpdated', false, { lastUpdated: PAST }],
  ['103m', 'an unknown key', false, { role: 'admin' }],
]

const TOKEN = 't'.repeat(160)

export const PUSH_TOKEN: readonly Case[] = [
  ['104', 'its token only', true, { fcmToken: TOKEN }],
  ['105', 'updatedAt', true, { fcmToken: TOKEN, updatedAt: serverTimestamp() }],
  ['105b', 'a past updatedAt', false, { fcmToken: TOKEN, updatedAt: PAST }],
  ['108', '4,097 characters', false, { fcmToken: 't'.repeat(4097) }],
  ['108b', '19 characters', false, { fcmToken: 't'.repeat(19) }],
  ['108c', 'a number as its token', false, { fcmToken: 7 }],
  ['108d', 'a list as its token', false, { fcmToken: list(20, 1) }],
  ['109', 'an unknown key', false, { fcmToken: TOKEN, admin: true }],
]

/** Returns `count` ids with this number of characters. */
const ids = (count: number, characters: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index).padStart(characters, 'i'))

const inDays = (days: number): Timestamp => Timestamp.fromMillis(Date.now() + days * 86_400_000)

/** Cases of Alice reporting permanently deleted entries in `users/alice/removals/one`. */
export const REMOVAL: readonly Case[] = [
  ['136', 'one id', true, {}],
  ['136b', '500 ids of 128 characters', true, { ids: ids(500, 128) }],
  ['137', '501 ids', false, { ids: ids(501, 1) }],
  ['137b', 'ids with 64,501 characters in total', false, { ids: ids(1, 64_501) }],
  ['137c', 'no ids', false, { ids: [] }],
  ['137d', 'no list of ids', false, { ids: undefined }],
  ['138', 'a string as the ids', false, { ids: 'one' }],
  ['138b', 'a map as the ids', false, { ids: { one: true } }],
  ['138c', 'a number as an id', false, { ids: ['one', 2] }],
  ['138d', 'a map as an id', false, { ids: [{ id: 'one' }] }],
  ['138e', 'null as an id', false, { ids: [null] }],
  ['138f', 'a path as an id', false, { ids: ['one/notes/two'] }],
  ['139', 'a past time', false, { at: PAST }],
  ['139b', 'a future time', false, { at: FUTURE }],
  ['139c', 'no time', false, { at: undefined }],
  ['140', 'an unknown key', false, { reason: 'x' }],
  ['146', 'an expiry in 61 days', true, { expireAt: inDays(61) }],
  ['146b', 'an expiry in 59 days', false, { expireAt: inDays(59) }],
  ['146c', 'a string as the expiry', false, { expireAt: '2040' }],
  ['146d', 'no expiry', false, { expireAt: undefined }],
]

/** Returns a valid removal with some fields replaced. The value `undefined` removes a field. */
export function newRemoval(changes: { readonly [field: string]: unknown } = {}): { [field: string]: unknown } {
  const removal = { ids: ['one'], at: serverTimestamp(), expireAt: inDays(90), ...changes }
  return Object.fromEntries(Object.entries(removal).filter(([, value]) => value !== undefined))
}

/** A valid digest for the id of a favorite, which is `<uid>_<digest>`. */
export const FAVORITE_DIGEST = '0123456789abcdef'.repeat(4)

/** Returns a valid new favorite of Alice with some fields replaced. The value `undefined` removes a field. */
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

/** Cases of Alice adding `favorites/alice_<digest>`. */
export const FAVORITE: readonly Case[] = [
  ['112', 'a song', true, {}],
  [
    '112b',
    'every field at its limit',
    true,
    { artist: 'a'.repeat(200), title: 't'.repeat(200), album: 'l'.repeat(200) },
  ],
  ['112c', 'no album, no time and an empty artist', true, { album: undefined, timestamp: undefined, artist: '' }],
  ['116', 'another user as the owner', false, { userId: 'bob' }],
  ['116b', 'no owner', false, { userId: undefined }],
  ['118', 'a past dateAdded', false, { dateAdded: PAST }],
  ['118b', 'no dateAdded', false, { dateAdded: undefined }],
  ['119', 'an unknown station', false, { station: 'pirate' }],
  ['119b', 'no station', false, { station: undefined }],
  ['120', 'a title of 201 characters', false, { title: 't'.repeat(201) }],
  ['120b', 'an artist of 201 characters', false, { artist: 'a'.repeat(201) }],
  ['120c', 'an album of 201 characters', false, { album: 'l'.repeat(201) }],
  ['120d', 'a number as the artist', false, { artist: 7 }],
  ['120e', 'a number as the album', false, { album: 7 }],
  ['120f', 'a string as the time', false, { timestamp: 'soon' }],
  ['120g', 'an unknown key', false, { stars: 5 }],
  ['123', 'no title', false, { title: undefined }],
  ['123b', 'an empty title', false, { title: '' }],
]

/** Cases of Alice adding a valid favorite under an invalid id. */
export const FAVORITE_IDS: readonly (readonly [number: string, what: string, id: string])[] = [
  ['113', 'a random id', 'Zx81kd02'],
  ['114', 'an id without a digest', 'alice_'],
  ['114b', 'an id with a digest that is too short', `alice_${FAVORITE_DIGEST.slice(1)}`],
  ['114c', 'an id with a digest that is too long', `alice_${FAVORITE_DIGEST}0`],
  ['114d', 'an id with a digest in upper case', `alice_${FAVORITE_DIGEST.toUpperCase()}`],
  ['115', "an id with another user's uid", `bobby_${FAVORITE_DIGEST}`],
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
  batch.set(doc(admin, 'users/alice/removals/stored'), { ids: ['one'], at: time })
  await batch.commit()
}

export const setDocument = (db: Firestore, path: string, data: { readonly [field: string]: unknown }) =>
  setDoc(doc(db, path), { ...data })
export const updateDocument = (db: Firestore, path: string, data: { readonly [field: string]: unknown }) =>
  updateDoc(doc(db, path), { ...data })
