import {
  equal,
  EvaluationError,
  isList,
  isMap,
  kindOf,
  Path,
  RuleSet,
  UnknownValue,
  type RuleMap,
  type RuleValue,
} from './values.ts'

/** Convert operands to the type that an operator or function expects. Any other type is an error of the rule. */

export const contains = (among: readonly RuleValue[], item: RuleValue): boolean =>
  among.some((other) => equal(other, item))

/** A constraint either implies a condition or is an error; it never yields false. */
export function requireImplied(holds: boolean): true {
  if (!holds) throw new EvaluationError('the query does not guarantee this condition')
  return true
}

export const wrongType = (value: RuleValue, wanted: string): EvaluationError =>
  new EvaluationError(
    `expected ${wanted}, found ${value instanceof UnknownValue ? 'a value that a list request cannot know' : kindOf(value)}`,
  )

export function text(value: RuleValue): string {
  if (typeof value !== 'string') throw wrongType(value, 'string')
  return value
}

export function int(value: RuleValue): bigint {
  if (typeof value !== 'bigint') throw wrongType(value, 'int')
  return value
}

export function number(value: RuleValue): number {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'number') throw wrongType(value, 'number')
  return value
}

export function list(value: RuleValue): readonly RuleValue[] {
  if (!isList(value)) throw wrongType(value, 'list')
  return value
}

export function map(value: RuleValue): RuleMap {
  if (!isMap(value)) throw wrongType(value, 'map')
  return value
}

export function items(value: RuleValue): readonly RuleValue[] {
  return value instanceof RuleSet ? value.items : list(value)
}

/** Returns a set of the values of a list or a set, for lookups in constant time. */
export const setOf = (value: RuleValue): RuleSet => (value instanceof RuleSet ? value : new RuleSet(list(value)))

export const octets = (value: RuleValue): Uint8Array => (value instanceof Uint8Array ? value : Buffer.from(text(value)))

export function convertText<Result>(value: RuleValue, pattern: RegExp, convert: (text: string) => Result): Result {
  const input = text(value)
  if (!pattern.test(input)) throw new EvaluationError(`cannot convert "${input}"`)
  return convert(input)
}

export function toText(value: RuleValue): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number')
    return String(value)
  if (value instanceof Path) return `/${value.segments.join('/')}`
  throw wrongType(value, 'a value that has a text form')
}

/** Returns any value as readable text. */
export function toJsonText(value: RuleValue): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return Number(item)
    if (item instanceof Map) return Object.fromEntries(item)
    return item
  })
}
