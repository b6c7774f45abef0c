import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { RE2JS } from 're2js'
import {
  Constraint,
  Duration,
  equal,
  EvaluationError,
  isList,
  isMap,
  typeNameOf,
  LatLng,
  MapDiff,
  Path,
  RuleSet,
  secondsToNanos,
  Timestamp,
  type RuleMap,
  type RuleValue,
} from './values.ts'
import {
  includesValue,
  toJsonText,
  requireImplied,
  expectInt,
  expectListOrSet,
  expectList,
  expectMap,
  expectNumber,
  toBytes,
  parseString,
  toText,
  toRuleSet,
  expectString,
  createTypeMismatchError,
} from './operands.ts'

type Signature = {
  readonly arity: readonly [number, number]
  readonly run: (self: RuleValue, args: readonly RuleValue[]) => RuleValue
}

const NANOS_PER = { w: 604_800n, d: 86_400n, h: 3600n, m: 60n, s: 1n } as const
const DAY_NANOS = 86_400n * 1_000_000_000n
const EARTH_RADIUS_METERS = 6_371_010

/**
 * The methods of every type. The keys have the form `type.name`. The checker does not know types, so it looks up a
 * method by the name and the number of arguments.
 */
const METHODS: { readonly [key: string]: Signature } = {
  ...methods('string', isString, {
    lower: (self: string) => self.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    upper: (self: string) => self.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    trim: (self: string) => self.trim(),
    size: (self: string) => BigInt(self.length),
    matches: (self: string, pattern) => regex(pattern).matcher(self).matches(),
    split: (self: string, pattern) => regex(pattern).split(self),
    replace: (self: string, pattern, to) => regex(pattern).matcher(self).replaceAll(expectString(to)),
    toUtf8: (self: string) => Buffer.from(self),
  }),
  ...methods('list', isList, {
    size: (self: readonly RuleValue[]) => BigInt(self.length),
    concat: (self: readonly RuleValue[], other) => [...self, ...expectList(other)],
    join: (self: readonly RuleValue[], separator) => self.map(toText).join(expectString(separator)),
    removeAll: (self: readonly RuleValue[], gone) => without(self, new RuleSet(expectList(gone))),
    toSet: (self: readonly RuleValue[]) => new RuleSet(self),
    hasAll: (self: readonly RuleValue[], other) => hasAll(new RuleSet(self), expectListOrSet(other)),
    hasAny: (self: readonly RuleValue[], other) => hasAny(new RuleSet(self), expectListOrSet(other)),
    hasOnly: (self: readonly RuleValue[], other) => hasAll(toRuleSet(other), self),
  }),
  ...methods('set', isA(RuleSet), {
    size: (self: RuleSet) => BigInt(self.items.length),
    hasAll: (self: RuleSet, other) => hasAll(self, expectListOrSet(other)),
    hasAny: (self: RuleSet, other) => hasAny(self, expectListOrSet(other)),
    hasOnly: (self: RuleSet, other) => hasAll(toRuleSet(other), self.items),
    difference: (self: RuleSet, other) => new RuleSet(without(self.items, toRuleSet(other))),
    intersection: (self: RuleSet, other) => {
      const among = toRuleSet(other)
      return new RuleSet(self.items.filter((item) => among.has(item)))
    },
    union: (self: RuleSet, other) => new RuleSet([...self.items, ...expectListOrSet(other)]),
  }),
  ...methods('map', isMap, {
    keys: (self: RuleMap) => [...self.keys()],
    values: (self: RuleMap) => [...self.values()],
    size: (self: RuleMap) => BigInt(self.size),
    get: (self: RuleMap, key, otherwise) => lookUp(self, key, otherwise),
    diff: (self: RuleMap, other) => new MapDiff(self, expectMap(other)),
  }),
  ...methods('map_diff', isA(MapDiff), {
    addedKeys: (self: MapDiff) => new RuleSet([...self.after.keys()].filter((key) => !self.before.has(key))),
    removedKeys: (self: MapDiff) => new RuleSet([...self.before.keys()].filter((key) => !self.after.has(key))),
    changedKeys: (self: MapDiff) => new RuleSet(sharedKeys(self, false)),
    unchangedKeys: (self: MapDiff) => new RuleSet(sharedKeys(self, true)),
    affectedKeys: (self: MapDiff) =>
      new RuleSet(without([...self.after.keys(), ...self.before.keys()], new RuleSet(sharedKeys(self, true)))),
  }),
  ...methods('bytes', isA(Uint8Array), {
    size: (self: Uint8Array) => BigInt(self.length),
    toBase64: (self: Uint8Array) => Buffer.from(self).toString('base64'),
    toHexString: (self: Uint8Array) => Buffer.from(self).toString('hex'),
  }),
  ...methods('timestamp', isA(Timestamp), {
    date: (self: Timestamp) => new Timestamp(self.nanos - modulo(self.nanos, DAY_NANOS)),
    time: (self: Timestamp) => new Duration(modulo(self.nanos, DAY_NANOS)),
    year: (self: Timestamp) => BigInt(dateOf(self).getUTCFullYear()),
    month: (self: Timestamp) => BigInt(dateOf(self).getUTCMonth() + 1),
    day: (self: Timestamp) => BigInt(dateOf(self).getUTCDate()),
    hours: (self: Timestamp) => BigInt(dateOf(self).getUTCHours()),
    minutes: (self: Timestamp) => BigInt(dateOf(self).getUTCMinutes()),
    seconds: (self: Timestamp) => BigInt(dateOf(self).getUTCSeconds()),
    nanos: (self: Timestamp) => modulo(self.nanos, 1_000_000_000n),
    dayOfWeek: (self: Timestamp) => BigInt(dateOf(self).getUTCDay() || 7),
    dayOfYear: (self: Timestamp) => dayOfYear(self),
    toMillis: (self: Timestamp) => floorDivide(self.nanos, 1_000_000n),
  }),
  ...methods('duration', isA(Duration), {
    seconds: (self: Duration) => self.nanos / 1_000_000_000n,
    nanos: (self: Duration) => self.nanos % 1_000_000_000n,
  }),
  ...methods('latlng', isA(LatLng), {
    latitude: (self: LatLng) => self.latitude,
    longitude: (self: LatLng) => self.longitude,
    distance: (self: LatLng, other) => distance(self, other),
  }),
  ...methods('path', isA(Path), {
    bind: (self: Path, bindings) => new Path(self.segments.map((segment) => bindSegment(segment, expectMap(bindings)))),
  }),
  ...methods('constraint', isA(Constraint), {
    hasAny: (self: Constraint, other) =>
      requireImplied(
        self.filters.some(({ op, value }) => op === 'contains' && includesValue(expectListOrSet(other), value)),
      ),
  }),
}

/** Functions in a namespace, such as `math.abs`, and functions without a namespace. */
const FUNCTIONS: { readonly [key: string]: Signature } = {
  ...functions('', {
    bool: (value) =>
      typeof value === 'boolean' ? value : parseString(value, /^(true|false)$/, (word) => word === 'true'),
    int: (value) =>
      typeof value === 'bigint'
        ? value
        : typeof value === 'number'
          ? BigInt(Math.trunc(value))
          : parseString(value, /^[+-]?\d+$/, BigInt),
    float: (value) =>
      typeof value === 'number'
        ? value
        : typeof value === 'bigint'
          ? Number(value)
          : parseString(value, /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/, Number),
    string: (value) => toText(value),
    path: (value) =>
      new Path(
        expectString(value)
          .split('/')
          .filter((segment) => segment !== ''),
      ),
    debug: (value) => {
      console.log(`firestore: debug: ${toJsonText(value)}`)
      return value
    },
  }),
  ...functions('math.', {
    abs: (value) => (typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(expectNumber(value))),
    ceil: (value) => (typeof value === 'bigint' ? value : BigInt(Math.ceil(expectNumber(value)))),
    floor: (value) => (typeof value === 'bigint' ? value : BigInt(Math.floor(expectNumber(value)))),
    round: (value) => (typeof value === 'bigint' ? value : BigInt(Math.round(expectNumber(value)))),
    sqrt: (value) => Math.sqrt(expectNumber(value)),
    pow: (base, exponent) => expectNumber(base) ** expectNumber(exponent),
    isNaN: (value) => Number.isNaN(expectNumber(value)),
    isInfinite: (value) => Math.abs(expectNumber(value)) === Infinity,
  }),
  ...functions('timestamp.', {
    value: (millis) => new Timestamp(expectInt(millis) * 1_000_000n),
    date: (year, month, day) =>
      new Timestamp(
        BigInt(Date.UTC(Number(expectInt(year)), Number(expectInt(month)) - 1, Number(expectInt(day)))) * 1_000_000n,
      ),
  }),
  ...functions('duration.', {
    value: (magnitude, unit) => durationOf(expectInt(magnitude), expectString(unit)),
    time: (hours, minutes, seconds, nanos) =>
      new Duration(
        (expectInt(hours) * 3600n + expectInt(minutes) * 60n + expectInt(seconds)) * 1_000_000_000n + expectInt(nanos),
      ),
    abs: (value) => {
      if (!(value instanceof Duration)) throw createTypeMismatchError(value, 'duration')
      return new Duration(value.nanos < 0n ? -value.nanos : value.nanos)
    },
  }),
  ...functions('latlng.', {
    value: (latitude, longitude) => new LatLng(expectNumber(latitude), expectNumber(longitude)),
  }),
  ...functions('hashing.', {
    crc32: (value) => checksum(crc32(toBytes(value))),
    crc32c: (value) => checksum(crc32c(toBytes(value))),
    md5: (value) => createHash('md5').update(toBytes(value)).digest(),
    sha256: (value) => createHash('sha256').update(toBytes(value)).digest(),
  }),
}

/** The names of all methods (`type.name`) and of all functions (`namespace.name` or `name`). */
export const LIBRARY_NAMES: readonly string[] = [...Object.keys(METHODS), ...Object.keys(FUNCTIONS)]

/** The names of the functions that read documents. `evaluate` implements these functions. */
export const DOCUMENT_FUNCTIONS: readonly string[] = ['get', 'exists', 'getAfter', 'existsAfter']

export const NAMESPACES: readonly string[] = ['math', 'timestamp', 'duration', 'latlng', 'hashing']

/**
 * Looks up own properties only: the name comes from the rules, and `toString` must not find the method that every
 * JavaScript object inherits.
 */
const findSignature = (table: { readonly [key: string]: Signature }, name: string): Signature | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/**
 * Returns an error message if a method call is wrong for all possible values, or undefined if the call can be right.
 */
export function methodCallError(name: string, args: number): string | undefined {
  const known = Object.entries(METHODS).filter(([key]) => key.endsWith(`.${name}`))
  if (known.length === 0) return `unknown method "${name}"`
  return known.some(([, { arity }]) => args >= arity[0] && args <= arity[1])
    ? undefined
    : `wrong number of arguments for ${name}`
}

export function functionCallError(name: string, args: number): string | undefined {
  const signature = findSignature(FUNCTIONS, name)
  if (!signature) return `unknown function "${name}"`
  return args >= signature.arity[0] && args <= signature.arity[1] ? undefined : `wrong number of arguments for ${name}`
}

export function callMethod(self: RuleValue, name: string, args: readonly RuleValue[]): RuleValue {
  const signature = findSignature(METHODS, `${typeNameOf(self)}.${name}`)
  if (!signature) throw new EvaluationError(`${typeNameOf(self)} has no method ${name}`)
  return invoke(signature, self, args)
}

export function callFunction(name: string, args: readonly RuleValue[]): RuleValue {
  const signature = findSignature(FUNCTIONS, name)
  if (!signature) throw new EvaluationError(`unknown function ${name}`)
  return invoke(signature, null, args)
}

/**
 * Calls a function or method. Converts any exception (such as for a date out of range, or an expression that RE2
 * rejects) to an EvaluationError.
 */
function invoke(signature: Signature, self: RuleValue, args: readonly RuleValue[]): RuleValue {
  try {
    return signature.run(self, args)
  } catch (error) {
    if (error instanceof EvaluationError) throw error
    throw new EvaluationError(error instanceof Error ? error.message : String(error))
  }
}

function methods<Self extends RuleValue>(
  type: string,
  is: (value: RuleValue) => value is Self,
  table: { readonly [name: string]: (self: Self, ...args: RuleValue[]) => RuleValue },
): { [key: string]: Signature } {
  return Object.fromEntries(
    Object.entries(table).map(([name, run]) => {
      const count = run.length - 1
      const least = name === 'get' ? 2 : count
      const signature: Signature = {
        arity: [least, count],
        run: (self, args) => {
          if (!is(self)) throw createTypeMismatchError(self, type)
          return run(self, ...args)
        },
      }
      return [`${type}.${name}`, signature]
    }),
  )
}

function functions(
  prefix: string,
  table: { readonly [name: string]: (...args: [RuleValue, RuleValue, RuleValue, RuleValue]) => RuleValue },
): { [key: string]: Signature } {
  return Object.fromEntries(
    Object.entries(table).map(([name, run]) => [
      `${prefix}${name}`,
      {
        arity: [run.length, run.length],
        run: (_: RuleValue, [a = null, b = null, c = null, d = null]: readonly RuleValue[]) => run(a, b, c, d),
      },
    ]),
  )
}

function isString(value: RuleValue): value is string {
  return typeof value === 'string'
}

function isA<Self extends RuleValue>(type: abstract new (...args: never[]) => Self) {
  return (value: RuleValue): value is Self => value instanceof type
}

const MAX_COMPILED = 1000
const compiled = new Map<string, RE2JS>()

/**
 * Compiles a regular expression. Caches compiled expressions, because rules repeat a few expressions and compiling is
 * expensive.
 */
function regex(pattern: RuleValue): RE2JS {
  const source = expectString(pattern)
  const known = compiled.get(source)
  if (known) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const made = RE2JS.compile(source)
  compiled.set(source, made)
  return made
}

function lookUp(self: RuleMap, key: RuleValue, otherwise: RuleValue): RuleValue {
  if (!isList(key)) return self.get(expectString(key)) ?? (self.has(expectString(key)) ? null : otherwise)
  let current: RuleValue = self
  for (const part of key) {
    if (!isMap(current) || !current.has(expectString(part))) return otherwise
    current = current.get(expectString(part)) ?? null
  }
  return current
}

const hasAll = (among: RuleSet, wanted: readonly RuleValue[]): boolean => wanted.every((item) => among.has(item))

const hasAny = (among: RuleSet, wanted: readonly RuleValue[]): boolean => wanted.some((item) => among.has(item))

const without = (those: readonly RuleValue[], gone: RuleSet): RuleValue[] => those.filter((item) => !gone.has(item))

const sharedKeys = ({ after, before }: MapDiff, same: boolean): string[] =>
  [...after.keys()].filter(
    (key) => before.has(key) && equal(after.get(key) ?? null, before.get(key) ?? null, true) === same,
  )

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by

const floorDivide = (value: bigint, by: bigint): bigint => (value - modulo(value, by)) / by

const dateOf = (timestamp: Timestamp): Date => new Date(Number(floorDivide(timestamp.nanos, 1_000_000n)))

function dayOfYear(timestamp: Timestamp): bigint {
  const date = dateOf(timestamp)
  const start = Date.UTC(date.getUTCFullYear(), 0, 1)
  return BigInt(Math.floor((date.getTime() - start) / 86_400_000) + 1)
}

function durationOf(magnitude: bigint, unit: string): Duration {
  if (unit === 'ms') return new Duration(magnitude * 1_000_000n)
  if (unit === 'ns') return new Duration(magnitude)
  if (unit === 'w' || unit === 'd' || unit === 'h' || unit === 'm' || unit === 's')
    return new Duration(magnitude * NANOS_PER[unit] * secondsToNanos(1))
  throw new EvaluationError(`unknown duration unit "${unit}"`)
}

function distance(from: LatLng, other: RuleValue): number {
  if (!(other instanceof LatLng)) throw createTypeMismatchError(other, 'latlng')
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [a, b] = [radians(from.latitude), radians(other.latitude)]
  const half =
    Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(radians(other.longitude - from.longitude) / 2) ** 2
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(half))
}

function bindSegment(segment: string, bindings: RuleMap): string {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1]
  return name === undefined ? segment : expectString(bindings.get(name) ?? null)
}

function checksum(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
