import type { Fields, Value } from '#local/firestore/core/values.ts'
import { parseTimestamp } from '#local/firestore/core/timestamps.ts'
import { toDouble } from '#local/firestore/core/values.ts'

/**
 * Values inside rules: int is bigint, float is number, string and bool are themselves,
 * bytes are Uint8Array, a list is an array, a map a Map; the rest are the classes below.
 */
export type RuleValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly RuleValue[]
  | RuleMap
  | RuleSet
  | MapDiff
  | Timestamp
  | Duration
  | LatLng
  | Path
  | Constraint
  | Unbound

export type RuleMap = ReadonlyMap<string, RuleValue>

export class RuleSet {
  readonly items: readonly RuleValue[]
  constructor(items: readonly RuleValue[]) {
    this.items = items.filter((item, index) => items.findIndex((other) => equal(item, other)) === index)
  }
}

export class MapDiff {
  readonly after: RuleMap
  readonly before: RuleMap
  constructor(after: RuleMap, before: RuleMap) {
    this.after = after
    this.before = before
  }
}

export class Timestamp {
  readonly nanos: bigint
  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

export class Duration {
  readonly nanos: bigint
  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

export class LatLng {
  readonly latitude: number
  readonly longitude: number
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude
    this.longitude = longitude
  }
}

export class Path {
  readonly segments: readonly string[]
  constructor(segments: readonly string[]) {
    this.segments = segments
  }
}

/** What a list request knows of a field from its filters, where that is not one value. */
export class Constraint {
  readonly filters: readonly { readonly op: '<' | '<=' | '>' | '>=' | '!=' | 'contains'; readonly value: RuleValue }[]
  constructor(filters: Constraint['filters']) {
    this.filters = filters
  }
}

/** Something a list request cannot know, such as the id of the documents it will find. Any use is an error. */
export class Unbound {
  readonly kind = 'unbound'
}

/** An error while a rule is evaluated. It denies the allow it happens in, unless `||` or `&&` decides without it. */
export class EvaluationError extends Error {}

export const secondsToNanos = (seconds: number): bigint => BigInt(seconds) * 1_000_000_000n

export function fromValue(value: Value): RuleValue {
  if ('nullValue' in value) return null
  if ('booleanValue' in value) return value.booleanValue
  if ('integerValue' in value) return BigInt(value.integerValue)
  if ('doubleValue' in value) return toDouble(value)
  if ('timestampValue' in value) return timestampOf(value.timestampValue)
  if ('stringValue' in value) return value.stringValue
  if ('bytesValue' in value) return Buffer.from(value.bytesValue, 'base64')
  if ('referenceValue' in value) return pathOfName(value.referenceValue)
  if ('geoPointValue' in value) return new LatLng(value.geoPointValue.latitude, value.geoPointValue.longitude)
  if ('arrayValue' in value) return value.arrayValue.values.map(fromValue)
  return fromFields(value.mapValue.fields)
}

export const fromFields = (fields: Fields): RuleMap =>
  new Map(Object.entries(fields).map(([name, value]) => [name, fromValue(value)]))

/** A decoded JSON value (token claims) as a rule value: whole numbers are ints. */
export function fromJson(json: unknown): RuleValue {
  if (json === null || json === undefined) return null
  if (typeof json === 'boolean' || typeof json === 'string') return json
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json
  if (Array.isArray(json)) return json.map(fromJson)
  return new Map(Object.entries(json).map(([name, value]) => [name, fromJson(value)]))
}

export function timestampOf(text: string): Timestamp {
  const { seconds, micros } = parseTimestamp(text)
  return new Timestamp(secondsToNanos(seconds) + BigInt(micros) * 1000n)
}

/** A document name as a path: `/databases/(default)/documents/…`, without the project. */
export const pathOfName = (name: string): Path => new Path(name.split('/').slice(2))

export const isMap = (value: RuleValue): value is RuleMap => value instanceof Map

export const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)

/** `==`: across types false; an int equals a float of the same number, though not inside lists and maps. */
export function equal(a: RuleValue, b: RuleValue, nested = false): boolean {
  if (a instanceof Unbound || b instanceof Unbound) throw new EvaluationError('a value that a list request cannot know')
  if (typeof a === 'bigint' && typeof b === 'number') return !nested && Number(a) === b
  if (typeof a === 'number' && typeof b === 'bigint') return !nested && a === Number(b)
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null, true))
  if (isMap(a))
    return (
      isMap(b) &&
      a.size === b.size &&
      [...a].every(([key, item]) => b.has(key) && equal(item, b.get(key) ?? null, true))
    )
  if (a instanceof RuleSet)
    return (
      b instanceof RuleSet &&
      a.items.length === b.items.length &&
      a.items.every((item) => b.items.some((other) => equal(item, other, true)))
    )
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos
  if (a instanceof LatLng) return b instanceof LatLng && a.latitude === b.latitude && a.longitude === b.longitude
  if (a instanceof Path) return b instanceof Path && a.segments.join('/') === b.segments.join('/')
  return a === b
}

const KINDS: readonly (readonly [string, (value: RuleValue) => boolean])[] = [
  ['null', (value) => value === null],
  ['bool', (value) => typeof value === 'boolean'],
  ['int', (value) => typeof value === 'bigint'],
  ['float', (value) => typeof value === 'number'],
  ['string', (value) => typeof value === 'string'],
  ['bytes', (value) => value instanceof Uint8Array],
  ['list', isList],
  ['map', isMap],
  ['set', (value) => value instanceof RuleSet],
  ['map_diff', (value) => value instanceof MapDiff],
  ['timestamp', (value) => value instanceof Timestamp],
  ['duration', (value) => value instanceof Duration],
  ['latlng', (value) => value instanceof LatLng],
  ['path', (value) => value instanceof Path],
  ['constraint', (value) => value instanceof Constraint],
]

/** The names that may stand after `is`. */
export const TYPE_NAMES: readonly string[] = [
  ...KINDS.map(([name]) => name).filter((name) => name !== 'null'),
  'number',
]

export const kindOf = (value: RuleValue): string => KINDS.find(([, is]) => is(value))?.[0] ?? 'unknown'

export function isOfType(value: RuleValue, type: string): boolean {
  const kind = kindOf(value)
  return kind === type || (type === 'number' && (kind === 'int' || kind === 'float'))
}
