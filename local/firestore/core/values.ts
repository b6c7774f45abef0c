import { invalidArgument } from './errors.ts'
import { isObject, readList, readNumber, readObject, readString, type JsonObject } from './json.ts'
import { checkFieldName, compareNames, compareText, parseDocumentName } from './paths.ts'
import { formatTimestamp, parseTimestamp } from './timestamps.ts'

/**
 * A Firestore value in canonical ProtoJSON: an object with exactly one key. Integers, NaN, -0 and the infinities are
 * strings.
 */
export type Value =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  | { readonly integerValue: string }
  | { readonly doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly timestampValue: string }
  | { readonly stringValue: string }
  | { readonly bytesValue: string }
  | { readonly referenceValue: string }
  | { readonly geoPointValue: { readonly latitude: number; readonly longitude: number } }
  | { readonly arrayValue: { readonly values: readonly Value[] } }
  | { readonly mapValue: { readonly fields: Fields } }

export type Fields = { readonly [name: string]: Value }

export const NULL: Value = { nullValue: null }

const MAX_DEPTH = 20
const MAX_STRING_BYTES = 1_048_487
const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n
/**
 * The rank of vectors in the order of types (`RANKS`). Vectors are maps on the wire, but sort before all other maps.
 */
const VECTOR_RANK = 9
const RANKS = new Map([
  ['nullValue', 0],
  ['booleanValue', 1],
  ['integerValue', 2],
  ['doubleValue', 2],
  ['timestampValue', 3],
  ['stringValue', 4],
  ['bytesValue', 5],
  ['referenceValue', 6],
  ['geoPointValue', 7],
  ['arrayValue', 8],
  ['mapValue', 10],
])

/**
 * Parses a value and makes it canonical. Throws INVALID_ARGUMENT for an unknown kind, an int64 out of range, a nested
 * array, more than 20 levels, a string over 1,048,487 bytes or a reserved field name (the official limits).
 */
export function parseValue(input: unknown, depth = 0): Value {
  if (depth > MAX_DEPTH) throw invalidArgument(`a value may be nested ${MAX_DEPTH} levels deep`)
  const object = readObject(input, 'value')
  const kinds = Object.keys(object)
  if (kinds.length === 0) return NULL
  if (kinds.length !== 1) throw invalidArgument(`a value has one kind, not ${kinds.join(' and ')}`)
  const kind = kinds[0] ?? ''
  const parse = PARSERS.get(kind)
  if (!parse) throw invalidArgument(`unknown value kind "${kind}"`)
  return parse(object[kind], depth)
}

export function parseFields(input: unknown, depth = 0): Fields {
  const fields: { [name: string]: Value } = {}
  for (const [name, value] of Object.entries(readObject(input, 'fields'))) {
    checkFieldName(name)
    fields[name] = parseValue(value, depth + 1)
  }
  return fields
}

/** Compares two values of any types in Firestore's documented order. An integer and a double are compared exactly. */
export function compareValues(a: Value, b: Value): number {
  const [left, right] = [typeRank(a), typeRank(b)]
  if (left !== right) return left - right
  return compareWithin(a, b)
}

/** Returns whether two values are equal in a filter. Two values are equal if neither sorts before the other. */
export const sameValue = (a: Value, b: Value): boolean => compareValues(a, b) === 0

/**
 * Returns whether fields are exactly equal, including the kinds of values. A write of identical fields changes nothing.
 */
export function identicalFields(a: Fields, b: Fields): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const [left, right] = [a[name], b[name]]
      return left !== undefined && right !== undefined && identical(left, right)
    })
  )
}

export function typeRank(value: Value): number {
  if ('mapValue' in value && isVector(value)) return VECTOR_RANK
  // A value has exactly one key. `for…in` reads the key without allocating a list of keys. Sorting calls `typeRank` for
  // every document.
  for (const kind in value) return RANKS.get(kind) ?? 0
  return 0
}

export function isNumber(value: Value): value is Extract<Value, { integerValue: string } | { doubleValue: unknown }> {
  return 'integerValue' in value || 'doubleValue' in value
}

export const isNaNValue = (value: Value): boolean => 'doubleValue' in value && value.doubleValue === 'NaN'

export const toDouble = (value: Extract<Value, { doubleValue: unknown }>): number => Number(value.doubleValue)

export function doubleValue(number: number): Value {
  if (Number.isNaN(number)) return { doubleValue: 'NaN' }
  if (number === Infinity) return { doubleValue: 'Infinity' }
  if (number === -Infinity) return { doubleValue: '-Infinity' }
  if (Object.is(number, -0)) return { doubleValue: '-0' }
  return { doubleValue: number }
}

/** Returns an integer value that is clamped to the range of int64, as Firestore clamps increments. */
export function integerValue(number: bigint): Value {
  const clamped = number < INT64_MIN ? INT64_MIN : number > INT64_MAX ? INT64_MAX : number
  return { integerValue: String(clamped) }
}

export const fitsInt64 = (number: bigint): boolean => number >= INT64_MIN && number <= INT64_MAX

/** Returns the value at a field path, or undefined if a field on the path is missing or is not a map. */
export function valueAt(fields: Fields, path: readonly string[]): Value | undefined {
  let value: Value | undefined
  let current: Fields | undefined = fields
  for (const part of path) {
    value = current && Object.hasOwn(current, part) ? current[part] : undefined
    current = value && 'mapValue' in value ? value.mapValue.fields : undefined
  }
  return value
}

type MutableFields = { [name: string]: Value }

/** Applies many changes to a copy of fields. Copies each map at most once. */
export class FieldsBuilder {
  readonly #copies = new Map<Fields, MutableFields>()
  readonly #root: MutableFields

  constructor(fields: Fields) {
    this.#root = this.#copyOf(fields)
  }

  get fields(): Fields {
    return this.#root
  }

  /** Sets the value at a path and creates missing maps on the path. The value undefined removes the field. */
  set(path: readonly string[], value: Value | undefined): void {
    let map = this.#root
    for (const part of path.slice(0, -1)) {
      const child = valueAt(map, [part])
      const inner = child && 'mapValue' in child ? child.mapValue.fields : undefined
      if (value === undefined && !inner) return
      const mine = this.#copyOf(inner ?? {})
      map[part] = { mapValue: { fields: mine } }
      map = mine
    }
    const last = path.at(-1) ?? ''
    if (value === undefined) delete map[last]
    else map[last] = value
  }

  #copyOf(map: Fields): MutableFields {
    const mine = this.#copies.get(map) ?? { ...map }
    this.#copies.set(mine, mine)
    return mine
  }
}

const PARSERS = new Map<string, (raw: unknown, depth: number) => Value>(
  Object.entries({
    nullValue: () => NULL,
    booleanValue: (raw: unknown) => {
      if (typeof raw !== 'boolean') throw invalidArgument('booleanValue must be a boolean')
      return { booleanValue: raw }
    },
    integerValue: (raw: unknown) => {
      const text = typeof raw === 'number' ? String(raw) : readString(raw, 'integerValue')
      if (!/^[+-]?\d+$/.test(text) || !fitsInt64(BigInt(text))) throw invalidArgument(`"${text}" is not an int64`)
      return { integerValue: String(BigInt(text)) }
    },
    doubleValue: (raw: unknown) => {
      const number = typeof raw === 'string' && raw !== '' ? Number(raw) : raw
      if (typeof number !== 'number' || (Number.isNaN(number) && raw !== 'NaN'))
        throw invalidArgument('doubleValue must be a number')
      return doubleValue(number)
    },
    timestampValue: (raw: unknown) => ({
      timestampValue: formatTimestamp(parseTimestamp(readString(raw, 'timestampValue'))),
    }),
    stringValue: (raw: unknown) => {
      const text = readString(raw, 'stringValue')
      if (Buffer.byteLength(text) > MAX_STRING_BYTES)
        throw invalidArgument(`a string may have ${MAX_STRING_BYTES} bytes`)
      return { stringValue: text }
    },
    bytesValue: (raw: unknown) => ({
      bytesValue: Buffer.from(readString(raw, 'bytesValue'), 'base64').toString('base64'),
    }),
    referenceValue: (raw: unknown) => {
      const name = readString(raw, 'referenceValue')
      parseDocumentName(name)
      return { referenceValue: name }
    },
    geoPointValue: (raw: unknown) => {
      const point = readObject(raw, 'geoPointValue')
      const [latitude, longitude] = [
        readNumber(point['latitude'], 'latitude'),
        readNumber(point['longitude'], 'longitude'),
      ]
      if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
        throw invalidArgument('geoPointValue is out of range')
      return { geoPointValue: { latitude, longitude } }
    },
    arrayValue: (raw: unknown, depth: number) => {
      const values = readList(readObject(raw, 'arrayValue')['values'], 'arrayValue.values').map((item) => {
        const value = parseValue(item, depth + 1)
        if ('arrayValue' in value) throw invalidArgument('arrays may not contain arrays directly')
        return value
      })
      return { arrayValue: { values } }
    },
    mapValue: (raw: unknown, depth: number) => ({
      mapValue: { fields: parseMapFields(readObject(raw, 'mapValue'), depth) },
    }),
  }),
)

/** Parses the fields of a map. A vector has the reserved field name `__type__`. Any other reserved name is rejected. */
function parseMapFields(map: JsonObject, depth: number): Fields {
  const input = readObject(map['fields'], 'mapValue.fields')
  const type = input['__type__']
  if (!isObject(type) || type['stringValue'] !== '__vector__') return parseFields(input, depth)
  const { __type__: mark, ...rest } = input
  return { __type__: parseValue(mark, depth + 1), ...parseFields(rest, depth) }
}

function isVector(value: Extract<Value, { mapValue: unknown }>): boolean {
  const type = value.mapValue.fields['__type__']
  return type !== undefined && 'stringValue' in type && type.stringValue === '__vector__'
}

function compareWithin(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if ('booleanValue' in a && 'booleanValue' in b) return Number(a.booleanValue) - Number(b.booleanValue)
  if ('timestampValue' in a && 'timestampValue' in b) return compareTimes(a.timestampValue, b.timestampValue)
  if ('stringValue' in a && 'stringValue' in b) return compareText(a.stringValue, b.stringValue)
  if ('bytesValue' in a && 'bytesValue' in b)
    return Buffer.compare(Buffer.from(a.bytesValue, 'base64'), Buffer.from(b.bytesValue, 'base64'))
  if ('referenceValue' in a && 'referenceValue' in b) return compareNames(a.referenceValue, b.referenceValue)
  if ('geoPointValue' in a && 'geoPointValue' in b)
    return a.geoPointValue.latitude - b.geoPointValue.latitude || a.geoPointValue.longitude - b.geoPointValue.longitude
  if ('arrayValue' in a && 'arrayValue' in b) return compareLists(a.arrayValue.values, b.arrayValue.values)
  if ('mapValue' in a && 'mapValue' in b)
    return isVector(a)
      ? compareVectors(a.mapValue.fields, b.mapValue.fields)
      : compareMaps(a.mapValue.fields, b.mapValue.fields)
  return 0
}

type Numeric = Extract<Value, { integerValue: string } | { doubleValue: unknown }>

function compareNumbers(a: Numeric, b: Numeric): number {
  if ('integerValue' in a && 'integerValue' in b) return compareIntegers(a.integerValue, b.integerValue)
  if ('doubleValue' in a && 'doubleValue' in b) return compareDoubles(toDouble(a), toDouble(b))
  if ('integerValue' in a && 'doubleValue' in b) return compareIntegerToDouble(BigInt(a.integerValue), toDouble(b))
  if ('doubleValue' in a && 'integerValue' in b) return -compareIntegerToDouble(BigInt(b.integerValue), toDouble(a))
  return 0
}

/**
 * Compares times as text without the `Z`, so that a shorter fraction sorts before a longer fraction with the same
 * start.
 */
function compareTimes(a: string, b: string): number {
  const [left, right] = [a.slice(0, -1), b.slice(0, -1)]
  return left < right ? -1 : left > right ? 1 : 0
}

const MAX_SAFE_DIGITS = 15

function compareIntegers(a: string, b: string): number {
  if (a.length <= MAX_SAFE_DIGITS && b.length <= MAX_SAFE_DIGITS) return Number(a) - Number(b)
  return compareBigInts(BigInt(a), BigInt(b))
}

const compareBigInts = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

function compareDoubles(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1
  if (Number.isNaN(b)) return 1
  return a < b ? -1 : a > b ? 1 : 0
}

function compareIntegerToDouble(integer: bigint, double: number): number {
  if (Number.isNaN(double)) return 1
  if (!Number.isFinite(double)) return double > 0 ? -1 : 1
  const whole = Math.trunc(double)
  return compareBigInts(integer, BigInt(whole)) || compareDoubles(0, double - whole)
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  const shared = Math.min(a.length, b.length)
  for (let index = 0; index < shared; index++) {
    const order = compareValues(a[index] ?? NULL, b[index] ?? NULL)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareVectors(a: Fields, b: Fields): number {
  const [left, right] = [vectorValues(a), vectorValues(b)]
  return left.length - right.length || compareLists(left, right)
}

function vectorValues(fields: Fields): readonly Value[] {
  const value = fields['value']
  return value && 'arrayValue' in value ? value.arrayValue.values : []
}

function compareMaps(a: Fields, b: Fields): number {
  const [left, right] = [Object.keys(a).toSorted(compareText), Object.keys(b).toSorted(compareText)]
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const [key = '', other = ''] = [left[index], right[index]]
    const order = compareText(key, other) || compareValues(a[key] ?? NULL, b[other] ?? NULL)
    if (order !== 0) return order
  }
  return left.length - right.length
}

function identical(a: Value, b: Value): boolean {
  if (Object.keys(a)[0] !== Object.keys(b)[0]) return false
  if ('arrayValue' in a && 'arrayValue' in b) {
    const [left, right] = [a.arrayValue.values, b.arrayValue.values]
    return left.length === right.length && left.every((item, index) => identical(item, right[index] ?? NULL))
  }
  if ('mapValue' in a && 'mapValue' in b) return identicalFields(a.mapValue.fields, b.mapValue.fields)
  if ('doubleValue' in a && 'doubleValue' in b) return a.doubleValue === b.doubleValue
  return compareWithin(a, b) === 0
}
