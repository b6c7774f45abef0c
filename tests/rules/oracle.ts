/*
 * The oracle: the truth table of docs/rules.md as plain functions. They were written from the table and not from
 * firestore.rules, so that a difference between the rules and the table makes a test fail.
 */
export const NOW: unique symbol = Symbol('the time of the request')
export class TimestampValue {
  readonly iso: string
  constructor(iso: string) {
    this.iso = iso
  }
}
export type DocumentFields = { readonly [field: string]: unknown }
export type Actor = { readonly uid: string; readonly provider: string } | undefined
export type Attempt = {
  readonly actor: Actor
  readonly path: readonly string[]
  readonly before: DocumentFields | undefined
  /** The document after the write, or undefined if the write deletes it. */
  readonly after: DocumentFields | undefined
}

const LEVELS = ['TACTICAL', 'INTEL', 'ALERT', 'FIELD']
const THEMES = ['lgs', 'camo', 'mgs', 'desertops', 'nightops', 'jungleops', 'arcticops', 'urbanops']

export function mayWrite({ actor, path, before, after }: Attempt): boolean {
  const [users, uid, kind, id, ...deeper] = path
  if (users === 'favorites' && uid !== undefined && kind === undefined)
    return actor !== undefined && actor.provider !== 'anonymous' && mayWriteFavorite(actor.uid, uid, before, after)
  if (users !== 'users' || !actor || actor.uid !== uid || actor.provider === 'anonymous' || deeper.length > 0)
    return false
  if (kind === undefined) return after !== undefined && isFrequency(after)
  if (kind === 'logs' && id !== undefined) {
    if (!after) return true
    return before ? isChange(before, after) : isNewLog(after, uid, id)
  }
  if (kind === 'removals' && id !== undefined) return before === undefined && after !== undefined && isRemoval(after)
  if (kind === 'private' && id === 'settings') return after !== undefined && isSettings(after)
  if (kind === 'private' && id === 'notifications') return after === undefined || isPushToken(after)
  return false
}

const keysWithin = (data: DocumentFields, ...known: string[]) => Object.keys(data).every((key) => known.includes(key))
const isNumber = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high
const isText = (value: unknown, most: number) => typeof value === 'string' && value.length <= most
const optional = (data: DocumentFields, key: string, holds: (value: unknown) => boolean) =>
  !(key in data) || holds(data[key])
const isNow = (value: unknown) => value === NOW
const isMap = (value: unknown): value is DocumentFields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof TimestampValue) &&
  !(value instanceof Uint8Array)

const isFrequency = (data: DocumentFields) =>
  keysWithin(data, 'operationalFrequency', 'lastFrequencyUpdate') &&
  isNumber(data['operationalFrequency'], 88, 135) &&
  isNow(data['lastFrequencyUpdate'])

const STATIONS =
  'bassdrive rinse synphaera groovesalad defcon dronezone deepspaceone spacestation secretagent sonicuniverse'.split(
    ' ',
  )

const isStation = (value: unknown) => typeof value === 'string' && STATIONS.includes(value)

/** Returns whether the user `me` may write a favorite. Owners can create and remove favorites, but not change them. */
function mayWriteFavorite(
  me: string,
  id: string,
  before: DocumentFields | undefined,
  after: DocumentFields | undefined,
): boolean {
  if (!after) return before?.['userId'] === me
  const isName = (value: unknown, least: number) =>
    typeof value === 'string' && Array.from(value).length <= 200 && value.length >= least
  return (
    before === undefined &&
    keysWithin(after, 'userId', 'artist', 'title', 'album', 'station', 'timestamp', 'dateAdded') &&
    after['userId'] === me &&
    isName(after['artist'], 0) &&
    isName(after['title'], 1) &&
    optional(after, 'album', (album) => isName(album, 0)) &&
    isStation(after['station']) &&
    optional(after, 'timestamp', (time) => time instanceof TimestampValue || time === NOW) &&
    isNow(after['dateAdded']) &&
    id.startsWith(`${me}_`) &&
    /^[0-9a-f]{64}$/.test(id.slice(me.length + 1))
  )
}

/**
 * Returns whether the actor may read a favorite, which may be missing. Its id must consist of the actor's uid and a
 * digest.
 */
export const mayGetFavorite = (actor: Actor, id: string): boolean =>
  actor !== undefined &&
  actor.provider !== 'anonymous' &&
  id.length === actor.uid.length + 65 &&
  id.startsWith(`${actor.uid}_`) &&
  /^[0-9a-f]+$/.test(id.slice(-64))

const isPushToken = (data: DocumentFields) =>
  keysWithin(data, 'fcmToken', 'updatedAt') &&
  isText(data['fcmToken'], 4096) &&
  String(data['fcmToken']).length >= 20 &&
  optional(data, 'updatedAt', isNow)

/** Returns whether the document reports permanently deleted entries, whose ids are not empty. */
function isRemoval(data: DocumentFields): boolean {
  const { ids } = data
  return (
    keysWithin(data, 'ids', 'at', 'expireAt') &&
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= 500 &&
    ids.every((id) => typeof id === 'string' && !id.includes('/')) &&
    ids.join('/').length <= 64_500 &&
    isNow(data['at']) &&
    data['expireAt'] instanceof TimestampValue &&
    Date.parse(data['expireAt'].iso) > Date.now() + 60 * 86_400_000
  )
}

function isNewLog(data: DocumentFields, uid: string, id: string): boolean {
  return (
    keysWithin(
      data,
      'id',
      'userId',
      'timestamp',
      'logLevel',
      'level',
      'content',
      'goals',
      'tags',
      'eyesOnly',
      'metadata',
      'updatedAt',
      'lastUpdated',
      'deleted',
    ) &&
    data['userId'] === uid &&
    optional(data, 'id', (value) => value === id) &&
    (isNow(data['timestamp']) || isImported(data, data['timestamp'])) &&
    isNow(data['lastUpdated']) &&
    optional(data, 'updatedAt', (time) => isNow(time) || isImported(data, time)) &&
    data['deleted'] === false &&
    'logLevel' in data !== 'level' in data &&
    optional(data, 'metadata', isMetadata) &&
    isWritten(data)
  )
}

/**
 * Returns whether the entry was imported and the time is in the past. Such a time need not be the time of the request.
 */
const isImported = (data: DocumentFields, time: unknown): boolean =>
  isMap(data['metadata']) &&
  data['metadata']['source'] === 'import' &&
  time instanceof TimestampValue &&
  Date.parse(time.iso) <= Date.now()

function isMetadata(value: unknown): boolean {
  return (
    isMap(value) &&
    keysWithin(value, 'clientTime', 'timeZone', 'frequency', 'source') &&
    optional(value, 'clientTime', (time) => time instanceof TimestampValue || time === NOW) &&
    optional(value, 'timeZone', (zone) => isText(zone, 64)) &&
    optional(value, 'frequency', (frequency) => isNumber(frequency, 88, 135)) &&
    optional(value, 'source', (source) => typeof source === 'string' && ['typed', 'voice', 'import'].includes(source))
  )
}

const isTextList = (value: unknown, most: number) =>
  Array.isArray(value) &&
  value.length <= 20 &&
  value.every((item) => typeof item === 'string' && Array.from(item).length <= most)

/** Returns whether the content of an entry is valid: a known level, and text, goals and tags within their limits. */
function isWritten(data: DocumentFields): boolean {
  const isLevel = (value: unknown) => LEVELS.includes(String(value)) && typeof value === 'string'
  return (
    optional(data, 'logLevel', isLevel) &&
    optional(data, 'level', isLevel) &&
    isText(data['content'], 50_000) &&
    /\S/.test(String(data['content'])) &&
    optional(data, 'goals', (goals) => isTextList(goals, 200)) &&
    optional(data, 'tags', (tags) => isTextList(tags, 50)) &&
    optional(data, 'eyesOnly', (flag) => typeof flag === 'boolean')
  )
}

function isChange(before: DocumentFields, after: DocumentFields): boolean {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !(key in before) || !(key in after) || !sameValue(before[key], after[key]),
  )
  const only = (...allowed: string[]) => changed.every((key) => allowed.includes(key))
  const stamps = ['updatedAt', 'lastUpdated']
  if (!stamps.every((key) => !changed.includes(key) || isNow(after[key]))) return false
  if (before['deleted'] === true)
    return only('deleted', 'deletedAt', ...stamps) && after['deleted'] === false && !('deletedAt' in after)
  if (after['deleted'] === true) return only('deleted', 'deletedAt', ...stamps) && isNow(after['deletedAt'])
  const hadLevel = 'logLevel' in before || 'level' in before
  return (
    only('content', 'logLevel', 'level', 'goals', 'tags', 'eyesOnly', 'aiSuggestions', ...stamps) &&
    stamps.some((key) => changed.includes(key)) &&
    (!changed.includes('aiSuggestions') || isApplied(before['aiSuggestions'], after['aiSuggestions'])) &&
    ('logLevel' in after || 'level' in after || !hadLevel) &&
    isWritten(after)
  )
}

const isApplied = (before: unknown, after: unknown): boolean =>
  isMap(before) &&
  isMap(after) &&
  before['applied'] === false &&
  after['applied'] === true &&
  sameValue({ ...before, applied: true }, after)

function isSettings(data: DocumentFields): boolean {
  const number = (key: string, low: number, high: number) => optional(data, key, (value) => isNumber(value, low, high))
  const flag = (key: string) => optional(data, key, (value) => typeof value === 'boolean')
  const ranges = {
    temperature: [0, 1],
    thinkingBudget: [0, 24_576],
    topP: [0, 1],
    topK: [1, 100],
    minimumConfidence: [0.1, 1],
    retainSuggestions: [1, 90],
  } as const
  const flags = ['aiEnabled', 'autoAnalyzeEnabled', 'costOptimizationEnabled', 'isMeiLingEnabled']
  return (
    keysWithin(
      data,
      ...Object.keys(ranges),
      ...flags,
      'model',
      'reminderInterval',
      'quietFrom',
      'quietUntil',
      'timeZone',
      'theme',
      'themeStations',
      'savedSearches',
      'lastUpdated',
    ) &&
    Object.entries(ranges).every(([key, [low, high]]) => number(key, low, high)) &&
    flags.every(flag) &&
    optional(data, 'model', (model) => model === 'fast' || model === 'powerful') &&
    optional(data, 'reminderInterval', (minutes) => [30, 60, 120, 240].some((known) => known === minutes)) &&
    ['quietFrom', 'quietUntil'].every((key) =>
      optional(data, key, (hour) => Number.isInteger(hour) && isNumber(hour, 0, 23)),
    ) &&
    optional(data, 'timeZone', (zone) => isText(zone, 64)) &&
    optional(data, 'theme', (theme) => THEMES.some((known) => known === theme)) &&
    optional(
      data,
      'themeStations',
      (stations) => isMap(stations) && keysWithin(stations, ...THEMES) && Object.values(stations).every(isStation),
    ) &&
    optional(data, 'savedSearches', (searches) => isTextList(searches, 200)) &&
    optional(data, 'lastUpdated', isNow)
  )
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a instanceof TimestampValue && b instanceof TimestampValue) return a.iso === b.iso
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]))
  if (!isMap(a) || !isMap(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameValue(a[key], b[key]))
}
