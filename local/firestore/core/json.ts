import { invalidArgument } from './errors.ts'

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns `value` as an object. Throws INVALID_ARGUMENT if `value` is not an object; the message contains `what`. A
 * missing value is treated as an empty object, as in ProtoJSON.
 */
export function readObject(value: unknown, what: string): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalidArgument(`${what} must be an object`)
  return value
}

/**
 * Returns `value` as a list. Throws INVALID_ARGUMENT if `value` is not a list; the message contains `what`. A missing
 * value is treated as an empty list.
 */
export function readList(value: unknown, what: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidArgument(`${what} must be a list`)
  return value
}

export function readString(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalidArgument(`${what} must be a string`)
  return value
}

/** Parses a finite ProtoJSON double: `1.5` or `"1.5"`; a missing value is treated as 0. */
export function readNumber(value: unknown, what: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : (value ?? 0)
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidArgument(`${what} must be a number`)
  return number
}

/** Parses a ProtoJSON int32: `5`, `"5"` or, for wrapped numbers, `{"value": 5}`. */
export function readInt(value: unknown, what: string): number {
  const plain = isObject(value) ? value['value'] : value
  const number = typeof plain === 'string' && plain !== '' ? Number(plain) : plain
  if (typeof number !== 'number' || !Number.isInteger(number)) throw invalidArgument(`${what} must be an integer`)
  return number
}

/** Throws INVALID_ARGUMENT if a key of `object` is not in `known`. The message contains the key and `what`. */
export function rejectUnknownKeys(object: JsonObject, known: readonly string[], what: string): void {
  for (const key of Object.keys(object))
    if (!known.includes(key)) throw invalidArgument(`unknown field "${key}" in ${what}`)
}
