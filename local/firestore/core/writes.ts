import { FirestoreError, invalidArgument, unimplemented } from './errors.ts'
import { readList, readObject, rejectUnknownKeys, readString, type JsonObject } from './json.ts'
import { parseDocumentName, parseFieldPath } from './paths.ts'
import { versionOfTimestamp } from './timestamps.ts'
import { applyTransform, parseTransform, type FieldTransform } from './transforms.ts'
import { FieldsBuilder, identicalFields, parseFields, valueAt, type Fields, type Value } from './values.ts'

/** A stored document. Versions are commit times in microseconds since 1970. */
export type Doc = {
  readonly name: string
  readonly fields: Fields
  readonly createVersion: number
  readonly updateVersion: number
}

export type Precondition = { readonly exists: boolean } | { readonly updateVersion: number } | undefined

export type Write = {
  readonly name: string
  readonly precondition: Precondition
  readonly transforms: readonly FieldTransform[]
} & (
  | { readonly kind: 'set'; readonly fields: Fields }
  | { readonly kind: 'patch'; readonly fields: Fields; readonly mask: readonly (readonly string[])[] }
  | { readonly kind: 'delete' }
  | { readonly kind: 'verify' }
)

/** The effect of one write on a document, computed before the document is stored. */
export type Effect = {
  readonly write: Write
  readonly before: Doc | undefined
  readonly after: Doc | undefined
  readonly transformResults: readonly Value[]
}

const MAX_DOCUMENT_BYTES = 1_048_576
const WRITE_KEYS = ['update', 'delete', 'verify', 'transform', 'updateMask', 'updateTransforms', 'currentDocument']

/** Parses a `Write` message. The older `transform` kind becomes a patch with an empty mask. */
export function parseWrite(input: unknown): Write {
  const object = readObject(input, 'write')
  rejectUnknownKeys(object, WRITE_KEYS, 'write')
  const precondition = parsePrecondition(object['currentDocument'])
  const transforms = readList(object['updateTransforms'], 'updateTransforms').map(parseTransform)
  if ('delete' in object)
    return { kind: 'delete', name: parseWriteName(object['delete']), precondition, transforms: [] }
  if ('verify' in object)
    return { kind: 'verify', name: parseWriteName(object['verify']), precondition, transforms: [] }
  if ('transform' in object) {
    const transform = readObject(object['transform'], 'transform')
    const fieldTransforms = readList(transform['fieldTransforms'], 'fieldTransforms').map(parseTransform)
    return {
      kind: 'patch',
      name: parseWriteName(transform['document']),
      fields: {},
      mask: [],
      precondition,
      transforms: fieldTransforms,
    }
  }
  if (!('update' in object)) throw invalidArgument('a write needs an operation')
  return parseUpdate(object, precondition, transforms)
}

/**
 * Returns the effect of a write on `current`, the document's state after earlier writes of the commit. Throws
 * NOT_FOUND, ALREADY_EXISTS or FAILED_PRECONDITION if the precondition fails.
 */
export function effectOf(
  write: Write,
  current: Doc | undefined,
  deletedHere: boolean,
  version: number,
  requestTime: Value,
): Effect {
  checkPrecondition(write, current, deletedHere)
  if (write.kind === 'verify') return { write, before: current, after: current, transformResults: [] }
  if (write.kind === 'delete') return { write, before: current, after: undefined, transformResults: [] }

  const draft = new FieldsBuilder(write.kind === 'set' ? write.fields : (current?.fields ?? {}))
  if (write.kind === 'patch') for (const path of write.mask) draft.set(path, valueAt(write.fields, path))
  const transformResults: Value[] = []
  for (const transform of write.transforms) {
    const { value, result } = applyTransform(transform, valueAt(draft.fields, transform.path), requestTime)
    draft.set(transform.path, value)
    transformResults.push(result)
  }
  const { fields } = draft
  // Checks the depth again, because transforms of nested fields and arrays can nest values deeper than the request
  // does.
  if (write.transforms.some(({ path, op }) => path.length > 1 || op === 'union')) parseFields(fields)
  checkSize(write.name, fields)
  const unchanged = current !== undefined && identicalFields(current.fields, fields)
  const after = unchanged
    ? current
    : { name: write.name, fields, createVersion: current?.createVersion ?? version, updateVersion: version }
  return { write, before: current, after, transformResults }
}

function parseUpdate(object: JsonObject, precondition: Precondition, transforms: readonly FieldTransform[]): Write {
  const document = readObject(object['update'], 'update')
  rejectUnknownKeys(document, ['name', 'fields', 'createTime', 'updateTime'], 'document')
  const shared = {
    name: parseWriteName(document['name']),
    fields: parseFields(document['fields']),
    precondition,
    transforms,
  }
  const maskInput = object['updateMask']
  if (maskInput === undefined || maskInput === null) return { kind: 'set', ...shared }
  const mask = readList(readObject(maskInput, 'updateMask')['fieldPaths'], 'fieldPaths').map((path) =>
    parseFieldPath(readString(path, 'field path')),
  )
  return { kind: 'patch', ...shared, mask }
}

function parsePrecondition(input: unknown): Precondition {
  if (input === undefined || input === null) return undefined
  const object = readObject(input, 'currentDocument')
  rejectUnknownKeys(object, ['exists', 'updateTime'], 'currentDocument')
  if ('updateTime' in object)
    return { updateVersion: versionOfTimestamp(readString(object['updateTime'], 'updateTime')) }
  if (!('exists' in object)) return undefined
  if (typeof object['exists'] !== 'boolean') throw invalidArgument('currentDocument.exists must be a boolean')
  return { exists: object['exists'] }
}

function checkPrecondition({ name, precondition }: Write, current: Doc | undefined, deletedHere: boolean): void {
  if (!precondition) return
  if ('exists' in precondition) {
    if (precondition.exists && !current) {
      if (deletedHere) throw invalidArgument(`"${name}" was deleted earlier in the same commit`)
      throw new FirestoreError('NOT_FOUND', `No document to update: ${name}`)
    }
    if (!precondition.exists && current) throw new FirestoreError('ALREADY_EXISTS', `Document already exists: ${name}`)
  } else if (current?.updateVersion !== precondition.updateVersion) {
    throw new FirestoreError('FAILED_PRECONDITION', `the stored version of ${name} does not match the required one`)
  }
}

function parseWriteName(input: unknown): string {
  const name = readString(input, 'document name')
  const { database } = parseDocumentName(name)
  if (!database.endsWith('/(default)')) throw unimplemented(`database "${database}"`)
  return name
}

function checkSize(name: string, fields: Fields): void {
  const bytes = Buffer.byteLength(name) + mapBytes(fields) + 32
  if (bytes > MAX_DOCUMENT_BYTES)
    throw invalidArgument(`document ${name} has ${bytes} bytes; ${MAX_DOCUMENT_BYTES} are allowed`)
}

/**
 * Returns the documented storage size in bytes: a string counts its UTF-8 bytes plus one; a number or a time counts
 * eight.
 */
function valueBytes(value: Value): number {
  if ('nullValue' in value || 'booleanValue' in value) return 1
  if ('stringValue' in value) return Buffer.byteLength(value.stringValue) + 1
  if ('bytesValue' in value) return Buffer.byteLength(value.bytesValue, 'base64')
  if ('referenceValue' in value) return Buffer.byteLength(value.referenceValue) + 1
  if ('geoPointValue' in value) return 16
  if ('arrayValue' in value) return value.arrayValue.values.reduce((sum, item) => sum + valueBytes(item), 0)
  if ('mapValue' in value) return mapBytes(value.mapValue.fields)
  return 8
}

const mapBytes = (fields: Fields): number =>
  Object.entries(fields).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + 1 + valueBytes(value), 0)
