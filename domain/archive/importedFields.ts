import { CONTENT_FLAGS, type EntryContent, type ContentFlag } from '#domain/entry/content.ts'
import { isTimeZone } from '#domain/clock.ts'
import { DIAL } from '#domain/dial/frequency.ts'
import { isLogId } from '#domain/entry/entry.ts'
import { isLogLevel, type LogLevel } from '#domain/entry/levels.ts'
import { parseWrittenTime } from './writtenTime.ts'

/** The fields of an entry that an import can set. Times are milliseconds since 1970. */
export type ImportedFields = Partial<Pick<EntryContent, ContentFlag>> & {
  readonly id?: string
  readonly title?: string
  readonly time?: number
  readonly updated?: number
  readonly level?: LogLevel
  readonly goals?: readonly string[]
  readonly tags?: readonly string[]
  readonly frequency?: number
  readonly timeZone?: string
  readonly clientTime?: number
}

/** The value of a field: a text, a list of texts, null for no value, or undefined for any other structure. */
export type FieldValue = string | null | readonly (string | null)[] | undefined

/** A field of an imported file, with its original name. */
export type Field = { readonly name: string; readonly value: FieldValue }

type FieldReader = (value: FieldValue) => ImportedFields | undefined

const textReader =
  (read: (text: string) => ImportedFields | undefined): FieldReader =>
  (value) =>
    typeof value === 'string' ? read(value) : undefined

/** Some programs write every field as a list, so a list with one value counts as that value. */
const timeReader =
  (name: 'time' | 'updated' | 'clientTime'): FieldReader =>
  (value) => {
    const written = typeof value === 'string' || value?.length !== 1 ? value : value[0]
    const at = typeof written === 'string' ? parseWrittenTime(written) : Number.NaN
    return Number.isNaN(at) ? undefined : { [name]: at }
  }

const id = textReader((written) => (isLogId(written) ? { id: written } : undefined))

/** Accepts any program's spelling of true, because a private entry must never become visible to the AI. */
const flagReader = (part: ContentFlag): FieldReader =>
  textReader((written) => {
    const isOn = /^(?:true|yes|on|1)$/i.test(written)
    return isOn || /^false$/i.test(written) ? { [part]: isOn } : undefined
  })

/** Commas of all scripts. In a text without commas, spaces separate the tags. */
const TAG_SEPARATORS = /[,;\n，、；،]/

const tags: FieldReader = (value) => {
  if (value === null) return { tags: [] }
  if (typeof value !== 'string') return value && { tags: value.filter((tag) => tag !== null) }
  const written = value.trim()
  return { tags: written.split(TAG_SEPARATORS.test(written) ? TAG_SEPARATORS : /\s+/) }
}

/**
 * Readers by field name, in lower case and without separators. If two fields set the same property, the earlier one in
 * this list wins.
 */
const FIELD_READERS: { readonly [name: string]: FieldReader } = {
  id,
  uuid: id,
  title: textReader((title) => ({ title })),
  time: timeReader('time'),
  created: timeReader('time'),
  createdat: timeReader('time'),
  createdtime: timeReader('time'),
  createddate: timeReader('time'),
  datecreated: timeReader('time'),
  creationdate: timeReader('time'),
  date: timeReader('time'),
  updated: timeReader('updated'),
  updatedat: timeReader('updated'),
  updatedtime: timeReader('updated'),
  lastupdated: timeReader('updated'),
  dateupdated: timeReader('updated'),
  modified: timeReader('updated'),
  modifiedat: timeReader('updated'),
  modifieddate: timeReader('updated'),
  datemodified: timeReader('updated'),
  modificationdate: timeReader('updated'),
  lastmodified: timeReader('updated'),
  lastmodifiedat: timeReader('updated'),
  lastmod: timeReader('updated'),
  level: textReader((level) => (isLogLevel(level) ? { level } : undefined)),
  goals: (value) => (Array.isArray(value) ? { goals: value.filter((goal) => goal !== null) } : undefined),
  tags,
  tag: tags,
  keywords: tags,
  ...Object.fromEntries(CONTENT_FLAGS.map((part) => [part.toLowerCase(), flagReader(part)])),
  frequency: textReader((megahertz) => {
    const frequency = Number(megahertz)
    return frequency >= DIAL.low && frequency <= DIAL.high ? { frequency } : undefined
  }),
  timezone: textReader((timeZone) => (isTimeZone(timeZone) ? { timeZone } : undefined)),
  clienttime: timeReader('clientTime'),
}
const FIELD_PRIORITY = Object.keys(FIELD_READERS)

const normalizeFieldName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

function fieldReaderOf(name: string): FieldReader | undefined {
  const key = normalizeFieldName(name)
  return Object.hasOwn(FIELD_READERS, key) ? FIELD_READERS[key] : undefined
}

/** Fields of Obsidian, Joplin, Jekyll, Hugo, Zettlr and Notesnook that an entry cannot have. */
const UNSUPPORTED_FIELDS: ReadonlySet<string> = new Set(
  [
    'aliases alias cssclasses cssclass publish permalink description image cover',
    'source author latitude longitude altitude completed? due',
    'layout category categories published excerpt slug draft weight type url series',
    'publishdate expirydate summary linktitle toc taxonomies',
    'bibliography lang subtitle related pinned favorite color notebook notebooks',
  ].flatMap((names) => names.split(' ')),
)

/** Returns whether this app or a known program writes a field of this name to front matter. */
export const isFrontMatterField = ({ name, value }: Field): boolean =>
  UNSUPPORTED_FIELDS.has(normalizeFieldName(name)) || fieldReaderOf(name)?.(value) !== undefined

/**
 * Reads the fields of an entry.
 * @returns the values that were read, and the remaining fields: unknown fields, and known fields with an unreadable
 *   value
 */
export function readFields<One extends Field>(
  fields: readonly One[],
): { readonly taken: ImportedFields; readonly left: readonly One[]; readonly unreadable: readonly One[] } {
  const rank = ({ name }: One) => FIELD_PRIORITY.indexOf(normalizeFieldName(name))
  let taken: ImportedFields = {}
  const left = new Set<One>()
  const unreadable: One[] = []
  for (const field of fields.toSorted((a, b) => rank(a) - rank(b))) {
    const reader = fieldReaderOf(field.name)
    const read = reader?.(field.value)
    const joined = read && mergeFields(taken, read)
    if (joined) taken = joined
    else if (!reader || (field.value !== null && field.value !== '')) left.add(field)
    if (reader && !read && left.has(field)) unreadable.push(field)
  }
  return { taken, left: fields.filter((field) => left.has(field)), unreadable }
}

/**
 * Merges the fields of two sources and combines their tags. Returns undefined if any other field has two different
 * values.
 */
function mergeFields(fields: ImportedFields, more: ImportedFields): ImportedFields | undefined {
  if (more.tags) return { ...fields, tags: [...(fields.tags ?? []), ...more.tags] }
  const before = new Map<string, unknown>(Object.entries(fields))
  const differs = Object.entries(more).some(
    ([name, value]) => before.has(name) && JSON.stringify(before.get(name)) !== JSON.stringify(value),
  )
  return differs ? undefined : { ...fields, ...more }
}
