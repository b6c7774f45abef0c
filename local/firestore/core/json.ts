import { invalidArgument } from './errors.ts'

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns `value` as an object, or throws INVALID_ARGUMENT with `what`. A missing value is an empty object, as in
 * ProtoJSON.
 */
export function objectAt(value: unknown, what: string): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalidArgument(`${what} must be an object`)
  return value
}

/** Returns `value` as a list, or throws INVALID_ARGUMENT with `what`. A missing value is an empty list. */
export function listAt(value: unknown, what: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidArgument(`${what} must be a list`)
  return value
}

export function stringAt(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalidArgument(`${what} must be a string`)
  return value
}

/** Parses a finite ProtoJSON double: `1.5` or `"1.5"`; a missing value is 0. */
export function numberAt(value: unknown, what: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : (value ?? 0)
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidArgument(`${what} must be a number`)
  return number
}

/** Parses a ProtoJSON int32: `5`, `"5"` or, for wrapped numbers, `{"value": 5}`. */
export function intAt(value: unknown, what: string): number {
  const plain = isObject(value) ? value['value'] : value
  const number = typeof plain === 'string' && plain !== '' ? Number(plain) : plain
  if (typeof number !== 'number' || !Number.isInteger(number)) throw invalidArgument(`${what} must be an integer`)
  return number
}

/** Throws for every key that is not in `known`, so that an unsupported field is reported by name. */
export function rejectUnknownKeys(object: JsonObject, known: readonly string[], what: string): void {
  for (const key of Object.keys(object))
    if (!known.includes(key)) throw invalidArgument(`unknown field "${key}" in ${what}`)
}
