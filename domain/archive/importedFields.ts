import { isTimeZone } from '#domain/clock.ts'
import { DIAL } from '#domain/dial/frequency.ts'
import { isLogId } from '#domain/entry/entry.ts'
import { isLogLevel, type LogLevel } from '#domain/entry/levels.ts'
import { timeWritten } from './writtenTime.ts'

/** What an entry takes from the fields of a file. Times are milliseconds since 1970. */
export type ImportedFields = {
  readonly id?: string
  readonly title?: string
  readonly time?: number
  readonly updated?: number
  readonly level?: LogLevel
  readonly goals?: readonly string[]
  readonly tags?: readonly string[]
  readonly eyesOnly?: boolean
  readonly frequency?: number
  readonly timeZone?: string
  readonly clientTime?: number
}

/** A value as its file has it: a text, a list of texts, nothing, or (undefined) something with a structure of its own. */
export type Written = string | null | readonly (string | null)[] | undefined

/** A field of a file, by the name that it has there. */
export type Field = { readonly name: string; readonly value: Written }

type Reader = (value: Written) => ImportedFields | undefined

const text =
  (read: (text: string) => ImportedFields | undefined): Reader =>
  (value) =>
    typeof value === 'string' ? read(value) : undefined

/** A list of one is what it holds: some programs let a field have more. */
const time =
  (name: 'time' | 'updated' | 'clientTime'): Reader =>
  (value) => {
    const written = typeof value === 'string' || value?.length !== 1 ? value : value[0]
    const at = typeof written === 'string' ? timeWritten(written) : Number.NaN
    return Number.isNaN(at) ? undefined : { [name]: at }
  }

const id = text((written) => (isLogId(written) ? { id: written } : undefined))

/** Commas of all scripts; where a text has none, blanks stand between its tags. */
const BETWEEN_TAGS = /[,;\n，、；،]/

const tags: Reader = (value) => {
  if (value === null) return { tags: [] }
  if (typeof value !== 'string') return value && { tags: value.filter((tag) => tag !== null) }
  const written = value.trim()
  return { tags: written.split(BETWEEN_TAGS.test(written) ? BETWEEN_TAGS : /\s+/) }
}

/**
 * How fields are read, by their names in lower case without signs between words. Of two that give the same, the one
 * further up wins.
 */
const READERS: { readonly [name: string]: Reader } = {
  id,
  uuid: id,
  title: text((title) => ({ title })),
  time: time('time'),
  created: time('time'),
  createdat: time('time'),
  createdtime: time('time'),
  createddate: time('time'),
  datecreated: time('time'),
  creationdate: time('time'),
  date: time('time'),
  updated: time('updated'),
  updatedat: time('updated'),
  updatedtime: time('updated'),
  lastupdated: time('updated'),
  dateupdated: time('updated'),
  modified: time('updated'),
  modifiedat: time('updated'),
  modifieddate: time('updated'),
  datemodified: time('updated'),
  modificationdate: time('updated'),
  lastmodified: time('updated'),
  lastmodifiedat: time('updated'),
  lastmod: time('updated'),
  level: text((level) => (isLogLevel(level) ? { level } : undefined)),
  goals: (value) => (Array.isArray(value) ? { goals: value.filter((goal) => goal !== null) } : undefined),
  tags,
  tag: tags,
  keywords: tags,
  eyesonly: text((flag) => {
    // As any program writes it: an entry that is never analyzed must not become one that is.
    const eyesOnly = /^(?:true|yes|on|1)$/i.test(flag)
    return eyesOnly || /^false$/i.test(flag) ? { eyesOnly } : undefined
  }),
  frequency: text((megahertz) => {
    const frequency = Number(megahertz)
    return frequency >= DIAL.low && frequency <= DIAL.high ? { frequency } : undefined
  }),
  timezone: text((timeZone) => (isTimeZone(timeZone) ? { timeZone } : undefined)),
  clienttime: time('clientTime'),
}
const ORDER = Object.keys(READERS)

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

function readerOf(name: string): Reader | undefined {
  const key = keyOf(name)
  return Object.hasOwn(READERS, key) ? READERS[key] : undefined
}

/** Fields that Obsidian, Joplin, Jekyll, Hugo, Zettlr and Notesnook write, and that have no place in an entry. */
const FOREIGN: ReadonlySet<string> = new Set(
  [
    'aliases alias cssclasses cssclass publish permalink description image cover',
    'source author latitude longitude altitude completed? due',
    'layout category categories published excerpt slug draft weight type url series',
    'publishdate expirydate summary linktitle toc taxonomies',
    'bibliography lang subtitle related pinned favorite color notebook notebooks',
  ].flatMap((names) => names.split(' ')),
)

/** Whether a program writes such a field at the head of a file. */
export const isFrontMatter = ({ name, value }: Field): boolean =>
  FOREIGN.has(keyOf(name)) || readerOf(name)?.(value) !== undefined

/**
 * What an entry takes from fields.
 * @returns also those that it does not take, and of these the ones whose name is known and whose value cannot be read
 */
export function readFields<One extends Field>(
  fields: readonly One[],
): { readonly taken: ImportedFields; readonly left: readonly One[]; readonly unreadable: readonly One[] } {
  const rank = ({ name }: One) => ORDER.indexOf(keyOf(name))
  let taken: ImportedFields = {}
  const left = new Set<One>()
  const unreadable: One[] = []
  for (const field of fields.toSorted((a, b) => rank(a) - rank(b))) {
    const reader = readerOf(field.name)
    const read = reader?.(field.value)
    const joined = read && join(taken, read)
    if (joined) taken = joined
    else if (!reader || (field.value !== null && field.value !== '')) left.add(field)
    if (reader && !read && left.has(field)) unreadable.push(field)
  }
  return { taken, left: fields.filter((field) => left.has(field)), unreadable }
}

/** Both, unless they say different things; tags are collected. */
function join(fields: ImportedFields, more: ImportedFields): ImportedFields | undefined {
  if (more.tags) return { ...fields, tags: [...(fields.tags ?? []), ...more.tags] }
  const before = new Map<string, unknown>(Object.entries(fields))
  const differs = Object.entries(more).some(
    ([name, value]) => before.has(name) && JSON.stringify(before.get(name)) !== JSON.stringify(value),
  )
  return differs ? undefined : { ...fields, ...more }
}
