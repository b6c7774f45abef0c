import { invalidArgument } from './errors.ts'

/**
 * A document name is `projects/{p}/databases/{d}/documents/{collection}/{id}/…`. The part after `documents` is the
 * document's path, which has an even number of segments.
 */
const NAME = /^projects\/([^/]+)\/databases\/([^/]+)\/documents(?:\/(.*))?$/s
const MAX_SEGMENT_BYTES = 1500
const RESERVED = /^__.*__$/s
const NUMERIC_ID = /^__id(-?\d+)__$/

export type Location = { readonly database: string; readonly segments: readonly string[] }

/**
 * Splits the name of a document or of a parent of documents. Throws INVALID_ARGUMENT if the text is not such a name.
 */
export function parseName(name: string): Location {
  const match = NAME.exec(name)
  if (!match) throw invalidArgument(`"${name}" is not a document name`)
  const rest = match[3] ?? ''
  const segments = rest === '' ? [] : rest.split('/')
  for (const segment of segments) checkSegment(segment)
  return { database: `projects/${match[1]}/databases/${match[2]}`, segments }
}

/** Parses a document name. Throws INVALID_ARGUMENT if the number of path segments is odd or zero. */
export function parseDocumentName(name: string): Location {
  const location = parseName(name)
  if (location.segments.length === 0 || location.segments.length % 2 !== 0)
    throw invalidArgument(`"${name}" does not name a document`)
  return location
}

export const parentOf = (name: string): string => name.slice(0, name.lastIndexOf('/'))

/**
 * Compares names segment by segment. Numeric ids come first and are compared as numbers; other segments are compared by
 * their UTF-8 bytes. A name that is a prefix of the other name comes first.
 */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0
  const left = a.split('/')
  const right = b.split('/')
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const order = compareSegments(left[index] ?? '', right[index] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** Compares texts by code point, which gives the order of their UTF-8 bytes. UTF-16 order differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) {
      const leftSurrogate = left >= 0xd800 && left <= 0xdfff
      const rightSurrogate = right >= 0xd800 && right <= 0xdfff
      if (leftSurrogate !== rightSurrogate) return leftSurrogate ? 1 : -1
      return left - right
    }
  }
  return a.length - b.length
}

const SIMPLE_FIELD = /^[A-Za-z_][A-Za-z_0-9]*$/

/**
 * Splits a field path into names at the dots. A name that is not a simple identifier is in backticks, with `\` escapes.
 */
export function parseFieldPath(path: string): readonly string[] {
  const parts: string[] = []
  let index = 0
  while (index <= path.length) {
    const part = path[index] === '`' ? quotedPart(path, index) : simplePart(path, index)
    parts.push(part.name)
    if (part.end === path.length) return parts
    if (path[part.end] !== '.') throw invalidArgument(`invalid field path "${path}"`)
    index = part.end + 1
  }
  throw invalidArgument(`invalid field path "${path}"`)
}

/** Returns the canonical text of a field path. */
export const formatFieldPath = (parts: readonly string[]): string =>
  parts.map((part) => (SIMPLE_FIELD.test(part) ? part : `\`${part.replace(/[\\`]/g, '\\$&')}\``)).join('.')

/** Throws for a field name that is empty, has more than 1,500 bytes or has the form `__name__`. */
export function checkFieldName(name: string): void {
  if (name === '') throw invalidArgument('a field name must not be empty')
  if (Buffer.byteLength(name) > MAX_SEGMENT_BYTES)
    throw invalidArgument(`field name is longer than ${MAX_SEGMENT_BYTES} bytes`)
  if (RESERVED.test(name)) throw invalidArgument(`field name ${name} is reserved`)
}

function checkSegment(segment: string): void {
  if (segment === '') throw invalidArgument('a path segment must not be empty')
  if (segment === '.' || segment === '..') throw invalidArgument(`"${segment}" is not a valid path segment`)
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)
    throw invalidArgument(`path segment is longer than ${MAX_SEGMENT_BYTES} bytes`)
  if (RESERVED.test(segment) && !NUMERIC_ID.test(segment)) throw invalidArgument(`path segment ${segment} is reserved`)
}

function compareSegments(a: string, b: string): number {
  const left = NUMERIC_ID.exec(a)?.[1]
  const right = NUMERIC_ID.exec(b)?.[1]
  if (left !== undefined && right !== undefined) {
    const [x, y] = [BigInt(left), BigInt(right)]
    return x < y ? -1 : x > y ? 1 : 0
  }
  if (left !== undefined) return -1
  if (right !== undefined) return 1
  return compareText(a, b)
}

function simplePart(path: string, start: number): { name: string; end: number } {
  let end = path.indexOf('.', start)
  if (end === -1) end = path.length
  const name = path.slice(start, end)
  if (!SIMPLE_FIELD.test(name)) throw invalidArgument(`invalid field path "${path}"`)
  return { name, end }
}

function quotedPart(path: string, start: number): { name: string; end: number } {
  let name = ''
  for (let index = start + 1; index < path.length; index++) {
    const character = path[index]
    if (character === '`') return { name, end: index + 1 }
    name += character === '\\' ? (path[++index] ?? '') : character
  }
  throw invalidArgument(`invalid field path "${path}"`)
}
