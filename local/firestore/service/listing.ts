import { invalidArgument } from '#local/firestore/core/errors.ts'
import {
  readInt,
  isObject,
  readList,
  readObject,
  rejectUnknownKeys,
  readString,
  type JsonObject,
} from '#local/firestore/core/json.ts'
import { NAME_FIELD, applyFieldMask, orderValue, type Query } from '#local/firestore/core/query.ts'
import { parseQuery } from '#local/firestore/core/queryParser.ts'
import { compareNames } from '#local/firestore/core/paths.ts'
import type { Doc } from '#local/firestore/core/writes.ts'
import { documentMessage } from './messages.ts'
import { READ_OPTIONS } from './reads.ts'
import { readParentName, parseMask } from './requests.ts'
import type { Context, UnaryRpc } from './rpc.ts'

/** The RPCs that list documents or collections page by page. */

const DEFAULT_PAGE = 100
const MAX_PAGE = 300

/**
 * Lists the documents of one collection, or of all collections below a parent. With `showMissing`, the list includes
 * documents that do not exist but have subcollections.
 */
export function listDocuments({ store, guardFor, readsOf }: Context): UnaryRpc {
  const KEYS = ['parent', 'collectionId', 'pageSize', 'pageToken', 'orderBy', 'mask', 'showMissing', 'requestOptions']
  return (caller, request) => {
    const object = readObject(request, 'listDocuments')
    rejectUnknownKeys(object, [...KEYS, ...READ_OPTIONS], 'listDocuments')
    const parent = readParentName(object['parent'])
    const collectionId = readString(object['collectionId'] ?? '', 'collectionId')
    const size = parsePageSize(object, DEFAULT_PAGE, MAX_PAGE)
    const after = decodePageToken(object)
    const query = parseQuery(parent, {
      from: [{ collectionId }],
      orderBy: parseOrderBy(object['orderBy']),
      limit: size + 1,
      ...(after === undefined ? {} : { startAt: { values: after, before: false } }),
    })
    guardFor(caller, parent).list(query)
    const mask = parseMask(object['mask'])
    const found = readsOf(object).run(query)
    const documents: Listed[] =
      object['showMissing'] === true
        ? addMissing(query, found, store.namesIn(`${parent}/${collectionId}`)).slice(0, size + 1)
        : found.map((doc) => ({ name: doc.name, doc }))
    const page = documents.slice(0, size)
    const last = documents.length > size ? page.at(-1) : undefined
    return {
      documents: page.map(({ name, doc }) => (doc ? documentMessage(applyFieldMask(doc, mask)) : { name })),
      ...(last ? { nextPageToken: encodePageToken(placeOf(query, last)) } : {}),
    }
  }
}

export function listCollectionIds({ store, guardFor }: Context): UnaryRpc {
  return (caller, request) => {
    const object = readObject(request, 'listCollectionIds')
    rejectUnknownKeys(object, ['parent', 'pageSize', 'pageToken', 'readTime', 'requestOptions'], 'listCollectionIds')
    const parent = readParentName(object['parent'])
    guardFor(caller, parent).admin('listCollectionIds')
    const [after = ''] = decodePageToken(object) ?? []
    const ids = store.collectionIds(parent).filter((id) => id > readString(after, 'pageToken'))
    const size = parsePageSize(object, ids.length || 1, Infinity)
    const page = ids.slice(0, size)
    return { collectionIds: page, ...(ids.length > size ? { nextPageToken: encodePageToken(page.slice(-1)) } : {}) }
  }
}

type Listed = { readonly name: string; readonly doc: Doc | undefined }

/**
 * Adds documents that do not exist but have subcollections. They have no fields to sort by, so only a list in the order
 * of names can include them.
 */
function addMissing(query: Query, found: readonly Doc[], names: readonly string[]): Listed[] {
  if (query.orders.some(({ field, descending }) => field !== NAME_FIELD || descending))
    throw invalidArgument('showMissing cannot be used with orderBy')
  const existing = new Map(found.map((doc) => [doc.name, doc]))
  const [start] = query.startAt?.values ?? []
  const from = start && 'referenceValue' in start ? start.referenceValue : undefined
  return names
    .filter((name) => from === undefined || compareNames(name, from) > 0)
    .toSorted(compareNames)
    .map((name) => ({ name, doc: existing.get(name) }))
}

const placeOf = (query: Query, { name, doc }: Listed): readonly unknown[] =>
  query.orders.map((order) => (doc ? orderValue(order, doc) : { referenceValue: name }))

/** Parses an order in the syntax of Google's API guidelines (AIP), such as `a desc, b.c`. */
function parseOrderBy(input: unknown): readonly JsonObject[] {
  const text = input === undefined || input === null ? '' : readString(input, 'orderBy').trim()
  if (text === '') return []
  return text.split(',').map((part) => {
    const match = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/i.exec(part)
    if (!match) throw invalidArgument(`"${part.trim()}" is not an order`)
    const [, fieldPath, direction] = match
    return { field: { fieldPath }, direction: direction?.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING' }
  })
}

function parsePageSize(object: JsonObject, usual: number, maxSize: number): number {
  const size = object['pageSize'] === undefined ? 0 : readInt(object['pageSize'], 'pageSize')
  if (size < 0) throw invalidArgument('pageSize must not be negative')
  return Math.min(size === 0 ? usual : size, maxSize)
}

/** Returns a page token, which encodes the position after the last result. */
const encodePageToken = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify({ place })).toString('base64url')

function decodePageToken(object: JsonObject): readonly unknown[] | undefined {
  const token = object['pageToken']
  if (token === undefined || token === null || token === '') return undefined
  try {
    const decoded: unknown = JSON.parse(Buffer.from(readString(token, 'pageToken'), 'base64url').toString())
    if (isObject(decoded)) return readList(decoded['place'], 'place')
  } catch {
    // A malformed token is rejected below, like a token of another server.
  }
  throw invalidArgument('pageToken is not one of this server')
}
