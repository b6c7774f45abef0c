import { invalidArgument } from './errors.ts'

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `value` as an object, or INVALID_ARGUMENT naming `what`. An absent value is an empty object, as in ProtoJSON. */
export function objectAt(value: unknown, what: string): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalidArgument(`${what} must be an object`)
  return value
}

/** `value` as a list, or INVALID_ARGUMENT naming `what`. An absent value is an empty list. */
export function listAt(value: unknown, what: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidArgument(`${what} must be a list`)
  return value
}

export function stringAt(value: unknown, what: string): string {
  if (typeof value !== 'string') throw invalidArgument(`${what} must be a string`)
  return value
}

/** A double of ProtoJSON that is finite: `1.5` or `"1.5"`; an absent one is 0. */
export function numberAt(value: unknown, what: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : (value ?? 0)
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidArgument(`${what} must be a number`)
  return number
}

/** An int32 of ProtoJSON: `5`, `"5"` or, for wrapped numbers, `{"value": 5}`. */
export function intAt(value: unknown, what: string): number {
  const plain = isObject(value) ? value['value'] : value
  const number = typeof plain === 'string' && plain !== '' ? Number(plain) : plain
  if (typeof number !== 'number' || !Number.isInteger(number)) throw invalidArgument(`${what} must be an integer`)
  return number
}

/** Refuses every key that `known` does not list: an unsupported field fails loudly and names itself. */
export function rejectUnknownKeys(object: JsonObject, known: readonly string[], what: string): void {
  for (const key of Object.keys(object))
    if (!known.includes(key)) throw invalidArgument(`unknown field "${key}" in ${what}`)
}
