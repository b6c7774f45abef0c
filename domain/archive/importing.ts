import * as z from 'zod/mini'
import { Archive } from './archive.ts'
import { EARLIEST_MS, LATEST_MS } from '#domain/clock.ts'
import { plainTextOfRichText, removeEscapes } from './dayOne.ts'
import { minutesSinceEpoch } from './duplicates.ts'
import type { ImportedEntry, ImportIssue } from './importedEntry.ts'
import { parseExport } from './exportText.ts'
import { parseMarkdownFile, normalizeLineBreaks } from './frontMatter.ts'
import { MAX_GOAL_CHARACTERS, MAX_GOALS } from '#domain/entry/goals.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { readFields, type ImportedFields, type FieldValue } from './importedFields.ts'
import { EntryContent, isBlank, MAX_CONTENT_CHARACTERS } from '#domain/entry/content.ts'
import { isLogLevel } from '#domain/entry/levels.ts'
import { hashtagsIn, MAX_TAG_CHARACTERS, MAX_TAGS, unionTags } from '#domain/entry/tags.ts'
import { IMPORT_ISSUE } from '#domain/texts/importIssues.ts'
import { parseTimeInPath } from './writtenTime.ts'
export type ParsedImport = {
  readonly entries: readonly ImportedEntry[]
  /** Parts of the files that cannot be imported. */
  readonly errors: readonly ImportIssue[]
  /** Descriptions of data that the import changes or omits. */
  readonly notes: readonly ImportIssue[]
}

export type ImportFile = {
  /** The path of the file within its archive, separated by slashes. */
  readonly name: string
  readonly text: string
  /** When the file was last changed. Used for entries without a time. */
  readonly modified: number
}

export type ImportOptions = {
  /** Returns a deterministic id for an entry without one. */
  readonly hash: (text: string) => Promise<string>
  /** The latest time that an entry may have: the server's time, or Infinity while it is unknown. */
  readonly latest: number
}

/** Matches lone surrogates, which the database rejects. */
const LONE_SURROGATES = /\p{Surrogate}/gu
const escapeSurrogate = (half: string): string => `\\u${half.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Parses one file in any supported format: a SITREP archive or a Day One journal in JSON, one entry or the
 * specification's export in Markdown. Each line of the file ends up in an entry, in `errors` or in `notes`.
 */
export async function readImport(
  { text, ...about }: ImportFile,
  { hash, latest }: ImportOptions,
): Promise<ParsedImport> {
  // Some programs prepend a byte order mark to a file that already has one.
  const file = { ...about, text: text.replace(/^\uFEFF+/, '') }
  const parsed = /\.json$/i.test(file.name) ? readJson(file) : readMarkdown(file)
  const now = Math.min(Date.now(), latest)
  const undated = parsed.undated.find((time) => timeError(time, latest) === undefined) ?? now
  const entries: ImportedEntry[] = []
  const errors = [...parsed.errors]
  const notes = [...parsed.notes]
  for (const one of parsed.entries) {
    const { entry, changes } = toStorableEntry(one, undated, latest)
    const { where } = entry
    const error = isBlank(entry.content) ? IMPORT_ISSUE.noText : lengthError(entry.content)
    // Hashes the time only if the file contains it, because the current time differs between two imports of the same
    // file.
    const statedTime = one.fields.time ?? parsed.undated[0] ?? now
    if (error) errors.push({ where, what: error })
    else entries.push({ ...entry, id: entry.id ?? (await hash(`${minutesSinceEpoch(statedTime)}\n${entry.content}`)) })
    for (const what of changes) notes.push({ where, what })
  }
  return { entries, errors: errors.toSorted(compareByLocation), notes }
}

const lengthError = ({ length }: string): string | undefined =>
  length > MAX_CONTENT_CHARACTERS ? IMPORT_ISSUE.tooLong(length, MAX_CONTENT_CHARACTERS) : undefined

const compareByLocation = (a: ImportIssue, b: ImportIssue): number =>
  a.where.localeCompare(b.where, 'en', { numeric: true })

/** An entry as read from a file, before validation. */
type FoundEntry = {
  readonly fields: ImportedFields
  readonly content: string
  /** Whether this app wrote the file. If so, the tags are already normalized. */
  readonly isFromThisApp: boolean
  readonly notes: readonly string[]
  readonly where: string
}
type FoundEntries = {
  readonly entries: readonly FoundEntry[]
  readonly errors: readonly ImportIssue[]
  readonly notes: readonly ImportIssue[]
  /** Fallback times for an entry without a time, best first. */
  readonly undated: readonly number[]
}

/**
 * Converts an entry to a form that the database accepts. An invalid field never causes a loss of text.
 * @param undated fallback time for an entry without a valid time
 * @returns the entry, and descriptions of all changes
 */
function toStorableEntry(
  { fields, content, isFromThisApp, notes, where }: FoundEntry,
  undated: number,
  latest: number,
) {
  const changes = new Set<string>(notes)
  const time = (value: number | undefined, max: number, what: string, fallback: string): number | null => {
    if (value === undefined) return null
    const error = timeError(value, max)
    if (error === undefined) return value
    changes.add(IMPORT_ISSUE.invalidTime(what, new Date(value).toISOString(), error, fallback))
    return null
  }
  const text = (value: string): string => {
    const whole = value.replace(LONE_SURROGATES, escapeSurrogate)
    if (whole !== value) changes.add(IMPORT_ISSUE.invalidCharacters)
    return whole
  }
  const limitList = (
    values: readonly string[],
    maxCount: number,
    characters: number,
    what: string,
  ): readonly string[] => {
    const cut = values.filter((value) => value.length > characters)
    for (const value of cut) changes.add(IMPORT_ISSUE.cut(what, characters, value))
    const rest = values.slice(maxCount)
    if (rest.length > 0) changes.add(IMPORT_ISSUE.tooMany(what, maxCount, rest))
    // A single grapheme can exceed the limit, and cutting it leaves an empty text.
    return values
      .slice(0, maxCount)
      .map((value) => truncateText(value, characters))
      .filter((value) => value !== '')
  }
  const whole = text(content)
  const fileTags = (fields.tags ?? []).map(text)
  const ownTags = isFromThisApp ? fileTags : fileTags.map(stripTagSigns)
  const typedTags = whole.length > MAX_CONTENT_CHARACTERS ? [] : hashtagsIn(whole)
  const entry = {
    ...EntryContent.parse(fields),
    id: fields.id,
    content: whole,
    goals: limitList((fields.goals ?? []).map(text), MAX_GOALS, MAX_GOAL_CHARACTERS, 'goal'),
    tags: unionTags(limitList(unionTags(ownTags, typedTags), MAX_TAGS, MAX_TAG_CHARACTERS, 'tag'), []),
    time: time(fields.time, latest, IMPORT_ISSUE.entryTime, IMPORT_ISSUE.fileTime) ?? undated,
    updated: time(fields.updated, latest, IMPORT_ISSUE.changeTime, IMPORT_ISSUE.timeOmitted),
    frequency: fields.frequency ?? null,
    timeZone: fields.timeZone ?? null,
    clientTime: time(fields.clientTime, LATEST_MS, IMPORT_ISSUE.deviceTime, IMPORT_ISSUE.timeOmitted),
    where,
  }
  return { entry, changes: [...changes] }
}

function timeError(time: number, latest: number): string | undefined {
  if (Number.isNaN(time)) return IMPORT_ISSUE.notATime
  if (time < EARLIEST_MS || time > LATEST_MS) return IMPORT_ISSUE.outOfRange
  return time > latest ? IMPORT_ISSUE.inFuture : undefined
}

/** Removes the number sign, which other programs store as part of a tag's name. */
const stripTagSigns = (tag: string): string =>
  tag
    .replace(/^[\s#]+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A custom check, because `z.record` drops a field named `__proto__`. */
const JsonObject = z.custom<{ readonly [name: string]: unknown }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
const DayOne = z.object({ metadata: z.optional(z.unknown()), entries: z.array(z.unknown()) })
const Scalar = z.union([z.string(), z.number(), z.boolean()])

function readJson({ name: where, text, modified }: ImportFile): FoundEntries {
  const nothing = (what: string) => ({ entries: [], errors: [{ where, what }], notes: [], undated: [modified] })
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return nothing(IMPORT_ISSUE.notJson)
  }
  const top = JsonObject.safeParse(data).data ?? {}
  const archive = Archive.safeParse(data)
  if (archive.success)
    return noteUnknownFields(top, Archive, where, readEntries(archive.data.entries, where, modified, archivedEntry))
  const { data: dayOne } = DayOne.safeParse(data)
  // Other programs that write the Day One format omit its metadata.
  if (dayOne && ('metadata' in top || (!('format' in top) && dayOne.entries.some(isDayOneEntry))))
    return noteUnknownFields(top, DayOne, where, readEntries(dayOne.entries, where, modified, dayOneEntry))
  return nothing('format' in top ? archiveError(archive.error) : IMPORT_ISSUE.notAnArchive)
}

function isDayOneEntry(one: unknown): boolean {
  const { text, richText } = JsonObject.safeParse(one).data ?? {}
  return typeof text === 'string' || typeof richText === 'string'
}

/** Adds a note that lists the unknown fields at the top level of a file. */
function noteUnknownFields(
  top: z.infer<typeof JsonObject>,
  { shape }: { readonly shape: object },
  where: string,
  found: FoundEntries,
): FoundEntries {
  const names = Object.keys(top).filter((name) => !Object.hasOwn(shape, name))
  if (names.length === 0) return found
  return { ...found, notes: [...found.notes, { where, what: IMPORT_ISSUE.notEntries(names) }] }
}

const archiveError = ({ issues: [issue] }: z.core.$ZodError): string =>
  issue?.path[0] === 'version' ? IMPORT_ISSUE.newerVersion : IMPORT_ISSUE.invalidArchive(issue?.path.join('.') ?? '')

type JsonEntry = Omit<FoundEntry, 'where'> & {
  /** Names of fields that are not imported. */
  readonly unread: readonly string[]
}

function readEntries(
  all: readonly unknown[],
  file: string,
  modified: number,
  read: (one: z.infer<typeof JsonObject>) => JsonEntry,
): FoundEntries {
  const entries: FoundEntry[] = []
  const errors: ImportIssue[] = []
  const unread = new Map<string, number>()
  for (const [index, one] of all.entries()) {
    const where = `${file}, entry ${index + 1}`
    const found = JsonObject.safeParse(one)
    if (!found.success) {
      errors.push({ where, what: IMPORT_ISSUE.notAnEntry })
      continue
    }
    // Other programs write null for a missing value.
    const entry = read(Object.fromEntries(Object.entries(found.data).filter(([, value]) => value !== null)))
    entries.push({ ...entry, where })
    for (const name of entry.unread) unread.set(name, (unread.get(name) ?? 0) + 1)
  }
  const names = [...unread].map(([name, count]) => `${name} (${count})`).join(', ')
  const notes = names === '' ? [] : [{ where: file, what: IMPORT_ISSUE.unknownFields(names) }]
  return { entries, errors, notes, undated: [modified] }
}

function archivedEntry({ content, ...rest }: z.infer<typeof JsonObject>): JsonEntry {
  const fields = jsonFields(rest)
  return {
    ...fields,
    content: scalarText(content),
    isFromThisApp: true,
    notes: [...unreadableTextNotes('content', content), ...fields.notes],
  }
}

function dayOneEntry({ text, richText, ...rest }: z.infer<typeof JsonObject>): JsonEntry {
  const { fields, notes, unread } = jsonFields(rest)
  const isRich = isBlank(scalarText(text)) && richText !== undefined && !isEmpty(richText)
  // Some programs write rich text as an object instead of a JSON string.
  const rich = !isRich ? '' : typeof richText === 'string' ? richText : jsonText(richText)
  const written = rich === '' ? scalarText(text) : (plainTextOfRichText(rich) ?? rich)
  const content = written.length > MAX_CONTENT_CHARACTERS ? written : removeEscapes(normalizeLineBreaks(written))
  const formatNotes = [
    ...(rich === '' ? [] : [IMPORT_ISSUE.richText]),
    ...(/\]\(dayone-moment:/.test(content) ? [IMPORT_ISSUE.media] : []),
  ]
  return {
    fields,
    content,
    isFromThisApp: false,
    notes: [...unreadableTextNotes('text', text), ...notes, ...formatNotes],
    unread: unread.filter((name) => !isEmpty(rest[name])),
  }
}

/** Reads the fields of a JSON entry. Each unreadable field becomes a note with its value. */
function jsonFields(values: z.infer<typeof JsonObject>): Pick<JsonEntry, 'fields' | 'notes' | 'unread'> {
  const all = Object.entries(values).map(([name, value]) => ({ name, value: toFieldValue(value), json: value }))
  const { taken, left, unreadable } = readFields(all)
  const { title, ...fields } = taken
  const notes = unreadable.map(({ name, json }) => unreadableNote(name, json))
  const unread = left.filter((field) => !unreadable.includes(field)).map(({ name }) => name)
  return { fields, notes, unread: title === undefined ? unread : [...unread, 'title'] }
}

function toFieldValue(value: unknown): FieldValue {
  const scalar = Scalar.safeParse(value)
  if (scalar.success) return String(scalar.data)
  const list = z.array(z.nullable(Scalar)).safeParse(value)
  return list.data?.map((one) => (one === null ? null : String(one)))
}

const unreadableNote = (name: string, value: unknown): string =>
  IMPORT_ISSUE.unreadableField(`${name}: ${jsonText(value)}`)

/** Returns a note if the text of an entry is not a scalar value. */
const unreadableTextNotes = (name: string, value: unknown): readonly string[] =>
  value === undefined || Scalar.safeParse(value).success ? [] : [unreadableNote(name, value)]

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // The value is nested too deeply to be serialized.
    return '…'
  }
}

const scalarText = (value: unknown): string => String(Scalar.safeParse(value).data ?? '')

/** Returns whether a value carries no information, such as an empty list or `false`. */
const isEmpty = (value: unknown): boolean =>
  value === false || value === 0 || ['""', '[]', '{}'].includes(jsonText(value))

function readMarkdown({ name: where, text, modified }: ImportFile): FoundEntries {
  const exported = parseExport(text)
  if (exported) {
    const entries = exported.map(({ time, level, content }, index): FoundEntry => {
      const isLevel = isLogLevel(level)
      const notes = [
        ...(Number.isNaN(time) ? [IMPORT_ISSUE.invalidStamp] : []),
        ...(isLevel ? [] : [IMPORT_ISSUE.unknownLevel(level)]),
      ]
      const fields = { ...(isLevel ? { level } : {}), ...(time === null || Number.isNaN(time) ? {} : { time }) }
      return { fields, content, isFromThisApp: false, notes, where: `${where}, entry ${index + 1}` }
    })
    return { entries, errors: [], notes: [], undated: [modified] }
  }
  const { fields, content, isFromThisApp, notes } = parseMarkdownFile(text)
  return {
    entries: [{ fields, content, isFromThisApp, notes, where }],
    errors: [],
    notes: [],
    undated: [parseTimeInPath(where) ?? modified, modified],
  }
}
