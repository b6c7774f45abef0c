import {
  equal,
  EvaluationError,
  isList,
  isMap,
  typeNameOf,
  Path,
  RuleSet,
  UnknownValue,
  type RuleMap,
  type RuleValue,
} from './values.ts'

/**
 * This file converts operands to the type that an operator or function expects. For a value of another type, it throws
 * an EvaluationError.
 */

export const includesValue = (among: readonly RuleValue[], item: RuleValue): boolean =>
  among.some((other) => equal(other, item))

/** Returns true if a constraint implies a condition, and otherwise throws. The result is never false. */
export function requireImplied(holds: boolean): true {
  if (!holds) throw new EvaluationError('the query does not guarantee this condition')
  return true
}

export const createTypeMismatchError = (value: RuleValue, wanted: string): EvaluationError =>
  new EvaluationError(
    `expected ${wanted}, found ${value instanceof UnknownValue ? 'a value that a list request cannot know' : typeNameOf(value)}`,
  )

export function expectString(value: RuleValue): string {
  if (typeof value !== 'string') throw createTypeMismatchError(value, 'string')
  return value
}

export function expectInt(value: RuleValue): bigint {
  if (typeof value !== 'bigint') throw createTypeMismatchError(value, 'int')
  return value
}

export function expectNumber(value: RuleValue): number {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'number') throw createTypeMismatchError(value, 'number')
  return value
}

export function expectList(value: RuleValue): readonly RuleValue[] {
  if (!isList(value)) throw createTypeMismatchError(value, 'list')
  return value
}

export function expectMap(value: RuleValue): RuleMap {
  if (!isMap(value)) throw createTypeMismatchError(value, 'map')
  return value
}

export function expectListOrSet(value: RuleValue): readonly RuleValue[] {
  return value instanceof RuleSet ? value.items : expectList(value)
}

/** Returns the values of a list or a set as a set, for lookups in constant time. */
export const toRuleSet = (value: RuleValue): RuleSet =>
  value instanceof RuleSet ? value : new RuleSet(expectList(value))

export const toBytes = (value: RuleValue): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(expectString(value))

export function parseString<Result>(value: RuleValue, pattern: RegExp, convert: (text: string) => Result): Result {
  const input = expectString(value)
  if (!pattern.test(input)) throw new EvaluationError(`cannot convert "${input}"`)
  return convert(input)
}

export function toText(value: RuleValue): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number')
    return String(value)
  if (value instanceof Path) return `/${value.segments.join('/')}`
  throw createTypeMismatchError(value, 'a value that has a text form')
}

/** Returns any value as readable text. */
export function toJsonText(value: RuleValue): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return Number(item)
    if (item instanceof Map) return Object.fromEntries(item)
    return item
  })
}
