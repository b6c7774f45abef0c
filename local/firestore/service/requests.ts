import { FirestoreError, invalidArgument, unimplemented } from '#local/firestore/core/errors.ts'
import { readList, readObject, readString, type JsonObject } from '#local/firestore/core/json.ts'
import { parseDocumentName, parseFieldPath, parseName } from '#local/firestore/core/paths.ts'

/**
 * This file parses fields that many requests have in common. Its functions throw INVALID_ARGUMENT for invalid input.
 */

const DATABASE = /^projects\/[^/]+\/databases\/([^/]+)$/

/** Returns the name of the database in a request. The local Firestore has only the database `(default)`. */
export function databaseOf(request: JsonObject): string {
  const database = readString(request['database'], 'database')
  checkDatabase(database)
  return database
}

export function readDocumentName(input: unknown): string {
  const name = readString(input, 'document name')
  checkDatabase(parseDocumentName(name).database)
  return name
}

/** Parses the name of a document or of the root `…/documents`. */
export function readParentName(input: unknown): string {
  const name = readString(input, 'parent')
  const { database, segments } = parseName(name)
  checkDatabase(database)
  if (segments.length % 2 !== 0) throw invalidArgument(`"${name}" does not name a document`)
  return name
}

export function requireSameDatabase(database: string, name: string): void {
  if (!name.startsWith(`${database}/`)) throw invalidArgument(`${name} is not in ${database}`)
}

/** Returns the field paths of a `DocumentMask`, or undefined if there is no mask. */
export function parseMask(input: unknown): readonly (readonly string[])[] | undefined {
  if (input === undefined || input === null) return undefined
  return readList(readObject(input, 'mask')['fieldPaths'], 'fieldPaths').map((path) =>
    parseFieldPath(readString(path, 'field path')),
  )
}

export const notFound = (name: string) => new FirestoreError('NOT_FOUND', `Document "${name}" not found.`)

function checkDatabase(name: string): void {
  const id = DATABASE.exec(name)?.[1]
  if (id === undefined) throw invalidArgument(`"${name}" is not a database name`)
  if (id !== '(default)') throw unimplemented(`database "${id}"`)
}
