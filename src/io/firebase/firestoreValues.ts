import { Bytes, Timestamp } from 'firebase/firestore/lite'

/** A value that a query compares with a field. */
export type ComparedValue = string | number | boolean | Timestamp

/**
 * Converts a field from Firestore's JSON, such as `{"integerValue": "5"}`, to the value that Firestore Lite returns for
 * it. A geographical point, a reference and an unknown kind of value stay as they are, because the app stores none of
 * them.
 */
function fromFirestoreValue(value: unknown): unknown {
  if (!isObject(value)) return value
  const [[kind, content] = []] = Object.entries(value)
  switch (kind) {
    case 'nullValue':
      return null
    case 'booleanValue':
    case 'stringValue':
      return content
    case 'integerValue':
    case 'doubleValue':
      // Integers, NaN, infinite numbers and -0 are strings.
      return Number(content)
    case 'timestampValue':
      return toTimestamp(String(content))
    case 'bytesValue':
      return Bytes.fromBase64String(String(content))
    case 'arrayValue':
      return isObject(content) && Array.isArray(content['values']) ? content['values'].map(fromFirestoreValue) : []
    case 'mapValue':
      return fromFirestoreFields(isObject(content) ? content['fields'] : undefined)
    default:
      return value
  }
}

/** Converts the fields of a document or of a map. Firestore omits `fields` if there are none. */
export function fromFirestoreFields(fields: unknown): { readonly [field: string]: unknown } {
  if (!isObject(fields)) return {}
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromFirestoreValue(value)]))
}

/** Converts a value of a query to Firestore's JSON. */
export function toFirestoreValue(value: ComparedValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value !== 'number') return { timestampValue: fromTimestamp(value) }
  return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value }
}

const FRACTION = /\.(\d+)/

/** Parses a time in RFC 3339 with up to nine decimals, of which `Date` would lose six. */
function toTimestamp(time: string): Timestamp {
  const [, decimals = ''] = FRACTION.exec(time) ?? []
  return new Timestamp(Date.parse(time.replace(FRACTION, '')) / 1000, Number(decimals.padEnd(9, '0')))
}

function fromTimestamp({ seconds, nanoseconds }: Timestamp): string {
  return new Date(seconds * 1000).toISOString().replace('.000', `.${String(nanoseconds).padStart(9, '0')}`)
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}
