import type { Fields, Value } from '#local/firestore/core/values.ts'
import { parseTimestamp } from '#local/firestore/core/timestamps.ts'
import { toDouble } from '#local/firestore/core/values.ts'

/**
 * A value in rules. An int is a bigint, a float is a number, bytes are a Uint8Array, a list is an array and a map is a
 * Map. Strings and booleans are JavaScript strings and booleans. The other types are the classes below.
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
  | UnknownValue

export type RuleMap = ReadonlyMap<string, RuleValue>

/**
 * A set of the rules language. It contains each value once; `==` decides whether two values are equal. A lookup takes
 * constant time.
 */
export class RuleSet {
  readonly #items: RuleValue[] = []
  readonly #identities = new Set<string>()
  /** The ints of the set as floats, because an int can equal a float. */
  readonly #rounded = new Set<number>()
  readonly #others: RuleValue[] = []

  constructor(items: readonly RuleValue[]) {
    for (const item of items) if (!this.has(item)) this.#add(item)
  }

  get items(): readonly RuleValue[] {
    return this.#items
  }

  has(item: RuleValue): boolean {
    const identity = identityOf(item)
    if (identity === undefined) return this.#items.some((other) => equal(other, item))
    if (this.#identities.has(identity)) return true
    if (typeof item === 'number' && this.#rounded.has(item)) return true
    if (typeof item === 'bigint' && this.#identities.has(identityOf(Number(item)) ?? '')) return true
    return this.#others.some((other) => equal(other, item))
  }

  #add(item: RuleValue): void {
    const identity = identityOf(item)
    this.#items.push(item)
    if (identity === undefined) this.#others.push(item)
    else this.#identities.add(identity)
    if (typeof item === 'bigint') this.#rounded.add(Number(item))
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

/**
 * The filters of a list request on one field. If the filters determine a single value, the rules see this value and no
 * constraint.
 */
export class Constraint {
  readonly filters: readonly { readonly op: '<' | '<=' | '>' | '>=' | '!=' | 'contains'; readonly value: RuleValue }[]
  constructor(filters: Constraint['filters']) {
    this.filters = filters
  }
}

/** A value that a list request cannot know, such as the id of a result. Any use of the value is an error. */
export class UnknownValue {
  readonly kind = 'unbound'
}

/**
 * An error while a rule is evaluated. The error makes the allow statement deny, unless `||` or `&&` ignores the error.
 */
export class EvaluationError extends Error {}

export const secondsToNanos = (seconds: number): bigint => BigInt(seconds) * 1_000_000_000n

export function toRuleValue(value: Value): RuleValue {
  if ('nullValue' in value) return null
  if ('booleanValue' in value) return value.booleanValue
  if ('integerValue' in value) return BigInt(value.integerValue)
  if ('doubleValue' in value) return toDouble(value)
  if ('timestampValue' in value) return timestampOf(value.timestampValue)
  if ('stringValue' in value) return value.stringValue
  if ('bytesValue' in value) return Buffer.from(value.bytesValue, 'base64')
  if ('referenceValue' in value) return pathOfName(value.referenceValue)
  if ('geoPointValue' in value) return new LatLng(value.geoPointValue.latitude, value.geoPointValue.longitude)
  if ('arrayValue' in value) return value.arrayValue.values.map(toRuleValue)
  return toRuleMap(value.mapValue.fields)
}

export const toRuleMap = (fields: Fields): RuleMap =>
  new Map(Object.entries(fields).map(([name, value]) => [name, toRuleValue(value)]))

/** Converts a decoded JSON value, such as the claims of a token, to a rule value. Whole numbers become ints. */
export function ruleValueFromJson(json: unknown): RuleValue {
  if (json === null || json === undefined) return null
  if (typeof json === 'boolean' || typeof json === 'string') return json
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json
  if (Array.isArray(json)) return json.map(ruleValueFromJson)
  return new Map(Object.entries(json).map(([name, value]) => [name, ruleValueFromJson(value)]))
}

export function timestampOf(text: string): Timestamp {
  const { seconds, micros } = parseTimestamp(text)
  return new Timestamp(secondsToNanos(seconds) + BigInt(micros) * 1000n)
}

/** Converts a document name to a path `/databases/(default)/documents/…`, without the project. */
export const pathOfName = (name: string): Path => new Path(name.split('/').slice(2))

export const isMap = (value: RuleValue): value is RuleMap => value instanceof Map

export const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)

/**
 * Implements `==`. Values of different types are not equal. Exception: outside of lists and maps, an int equals a float
 * with the same number.
 */
export function equal(a: RuleValue, b: RuleValue, nested = false): boolean {
  if (a instanceof UnknownValue || b instanceof UnknownValue)
    throw new EvaluationError('a value that a list request cannot know')
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
      (identityOf(a) === undefined
        ? a.items.every((item) => b.items.some((other) => equal(item, other, true)))
        : identityOf(a) === identityOf(b))
    )
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos
  if (a instanceof LatLng) return b instanceof LatLng && a.latitude === b.latitude && a.longitude === b.longitude
  if (a instanceof Path) return b instanceof Path && a.segments.join('/') === b.segments.join('/')
  return a === b
}

let nans = 0

/**
 * Returns a text that is the same for two values if and only if they are equal inside a list. Returns undefined for
 * constraints and unknown values, which only `equal` can compare.
 */
function identityOf(value: RuleValue): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return `int ${value}`
  // NaN is not equal to itself, so every NaN gets a different text.
  if (typeof value === 'number') return Number.isNaN(value) ? `NaN ${++nans}` : `float ${value}`
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (value instanceof Timestamp) return `timestamp ${value.nanos}`
  if (value instanceof Duration) return `duration ${value.nanos}`
  if (value instanceof LatLng) return `latlng ${value.latitude} ${value.longitude}`
  if (value instanceof Path) return `path ${JSON.stringify(value.segments.join('/'))}`
  if (isList(value)) return joinIdentities('list', value.map(identityOf))
  if (value instanceof RuleSet) return joinIdentities('set', value.items.map(identityOf).toSorted(byText))
  if (!isMap(value)) return undefined
  const entries = [...value].toSorted(([a], [b]) => byText(a, b))
  return joinIdentities(
    'map',
    entries.flatMap(([key, item]) => [JSON.stringify(key), identityOf(item)]),
  )
}

const byText = (a = '', b = ''): number => (a < b ? -1 : 1)

const joinIdentities = (kind: string, identities: readonly (string | undefined)[]): string | undefined =>
  identities.includes(undefined) ? undefined : `${kind} (${identities.join()})`

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

/** The type names allowed after `is`. */
export const TYPE_NAMES: readonly string[] = [
  ...KINDS.map(([name]) => name).filter((name) => name !== 'null'),
  'number',
]

export const typeNameOf = (value: RuleValue): string => KINDS.find(([, is]) => is(value))?.[0] ?? 'unknown'

export function isOfType(value: RuleValue, type: string): boolean {
  const kind = typeNameOf(value)
  return kind === type || (type === 'number' && (kind === 'int' || kind === 'float'))
}
