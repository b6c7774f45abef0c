import * as z from 'zod/mini'
import { dayNamed } from './activity.ts'
import { Archive, ArchivedEntryWithText, faultText, readMarkdownFile, type EntryHead } from './archive.ts'
import type { Edit } from './edit.ts'
import { EARLIEST_MS, isTimeZone, LATEST_MS, localTime } from './clock.ts'
import { entryFault, FALLBACK_LEVEL, isBlank, isLogLevel } from './log.ts'
import { LOG_TEXT } from './messages.ts'
import { MAX_TAG_CHARACTERS } from './tags.ts'
import { MAX_GOAL_CHARACTERS } from './goals.ts'

/** An entry that comes from a file. Times are milliseconds since 1970. */
export type ImportedEntry = Edit & {
  readonly id: string
  readonly time: number
  readonly updated: number | null
  readonly frequency: number | null
  readonly timeZone: string | null
  readonly clientTime: number | null
  /** Where it stands: the file, and the entry's number in it. */
  readonly where: string
}

/** What cannot be imported, or not as it stands, and why. */
export type ImportFault = { readonly where: string; readonly what: string }

export type ImportReading = {
  readonly entries: readonly ImportedEntry[]
  /** What is none of the entries. */
  readonly faults: readonly ImportFault[]
  /** What of the entries cannot be kept as the file has it. */
  readonly notes: readonly ImportFault[]
}

export type ImportFile = {
  readonly name: string
  readonly text: string
  /** When the file was last changed: the time of an entry that has none. */
  readonly modified: number
}

/** A Day One entry, of which these parts have a place here. */
const DayOneEntry = z.object({
  uuid: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  creationDate: z.string(),
  modifiedDate: z.optional(z.string()),
  timeZone: z.optional(z.string()),
  text: z._default(z.string(), ''),
  tags: z._default(z.array(z.string()), []),
})
const DayOne = z.object({ metadata: z.unknown(), entries: z.array(z.unknown()) })

/** A line that begins an entry in the specification's export. */
const STAMP = /^\[(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d)\] \[([^\]\n]*)\]$/
/** The hour of a day that has none. */
const NOON = 12
const UNKNOWN_STAMP = `[${LOG_TEXT.dateUnknown}] `
/** A half of a pair that UTF-16 writes a character with; by itself it is no text, and the database refuses it. */
const LONE_SURROGATES = /\p{Surrogate}/gu
const REPLACEMENT = '\uFFFD'

/**
 * Reads one file of any of the forms that are understood: an archive or Day One's journal in JSON, one entry or the
 * specification's export in Markdown. What is faulty is said and costs nothing else.
 * @param hash gives an id to a text that has none, always the same for the same
 */
export async function readImport(file: ImportFile, hash: (text: string) => Promise<string>): Promise<ImportReading> {
  const found = /\.json$/i.test(file.name) ? readJson(file) : readMarkdown(file)
  const now = Date.now()
  const undated = timeFault(found.undated, now) === undefined ? found.undated : now
  const entries: ImportedEntry[] = []
  const faults = [...found.faults]
  const notes: ImportFault[] = []
  for (const one of found.entries) {
    const {
      entry: { id, ...entry },
      changes,
    } = keepable(one, undated, now)
    const { where } = entry
    const fault = isBlank(entry.content) ? 'It has no text.' : (entryFault(entry) ?? listFault(entry))
    if (fault) faults.push({ where, what: fault })
    else {
      entries.push({ ...entry, id: id ?? (await hash(`${Math.floor(entry.time / 60_000)}\n${entry.content}`)) })
      for (const what of changes) notes.push({ where, what })
    }
  }
  return { entries, faults, notes }
}

/** An entry as its file has it: times may be anything, NaN too. */
type FoundEntry = Omit<ImportedEntry, 'id' | 'time'> & {
  readonly id: string | undefined
  readonly time: number | null
}
type FoundEntries = {
  readonly entries: readonly FoundEntry[]
  readonly faults: readonly ImportFault[]
  /** The time of an entry that has none. */
  readonly undated: number
}

/**
 * An entry as the database takes it. What is wrong with its times, its zone or its characters costs nothing of its text.
 * @param undated the time of an entry without one that can be kept
 * @returns what it had to change too, for the person
 */
function keepable(found: FoundEntry, undated: number, now: number) {
  const changes = new Set<string>()
  const time = (value: number | null, latest: number, what: string, instead: string): number | null => {
    const fault = value === null ? undefined : timeFault(value, latest)
    if (fault === undefined) return value
    changes.add(`${what} ${fault}: ${instead}.`)
    return null
  }
  const text = (value: string): string => {
    const whole = value.replace(LONE_SURROGATES, REPLACEMENT)
    if (whole !== value) changes.add(`Some of its characters are broken: each is ${REPLACEMENT} now.`)
    return whole
  }
  const zone = (value: string | null): string | null => {
    if (value === null || isTimeZone(value)) return value
    changes.add('Its time zone is not known: it is left out.')
    return null
  }
  const entry = {
    ...found,
    content: text(found.content),
    goals: found.goals.map(text),
    tags: found.tags.map(text),
    time: time(found.time, now, 'Its time', 'it has that of its file') ?? undated,
    updated: time(found.updated, now, 'The time of its last change', 'it is left out'),
    clientTime: time(found.clientTime, LATEST_MS, 'Its device’s time', 'it is left out'),
    timeZone: zone(found.timeZone),
  }
  return { entry, changes: [...changes] }
}

function timeFault(time: number, latest: number): string | undefined {
  if (Number.isNaN(time)) return 'is no date and time'
  if (time < EARLIEST_MS || time > LATEST_MS) return 'is not in the years 1 to 9999'
  return time > latest ? 'lies ahead' : undefined
}

function readJson(file: ImportFile): FoundEntries {
  const where = file.name
  let data: unknown
  try {
    data = JSON.parse(file.text.replace(/^\uFEFF/, ''))
  } catch {
    return { entries: [], faults: [{ where, what: 'It is no JSON, or only a part of it.' }], undated: file.modified }
  }
  const archive = Archive.safeParse(data)
  if (archive.success)
    return each(archive.data.entries, file, (one, place) => {
      const entry = ArchivedEntryWithText.safeParse(one)
      return entry.success ? foundEntry(entry.data, entry.data.content, place) : faultText(entry.error)
    })
  const dayOne = DayOne.safeParse(data)
  if (dayOne.success) return each(dayOne.data.entries, file, (one, place) => dayOneEntry(one, place))
  const isOurs = typeof data === 'object' && data !== null && 'format' in data
  return {
    entries: [],
    faults: [{ where, what: isOurs ? faultText(archive.error) : 'It is no archive of SITREP or Day One.' }],
    undated: file.modified,
  }
}

function each(
  all: readonly unknown[],
  { name, modified }: ImportFile,
  read: (one: unknown, where: string) => FoundEntry | string,
): FoundEntries {
  const entries: FoundEntry[] = []
  const faults: ImportFault[] = []
  for (const [index, one] of all.entries()) {
    const where = `${name}, entry ${index + 1}`
    const found = read(one, where)
    if (typeof found === 'string') faults.push({ where, what: found })
    else entries.push(found)
  }
  return { entries, faults, undated: modified }
}

function dayOneEntry(one: unknown, where: string): FoundEntry | string {
  const entry = DayOneEntry.safeParse(one)
  if (!entry.success) return faultText(entry.error)
  const { uuid, creationDate, modifiedDate, timeZone, text, tags } = entry.data
  const rest = { level: FALLBACK_LEVEL, goals: [], tags, eyesOnly: false, frequency: null, clientTime: null }
  return {
    ...rest,
    id: uuid,
    content: text,
    time: Date.parse(creationDate),
    updated: modifiedDate === undefined ? null : Date.parse(modifiedDate),
    timeZone: timeZone ?? null,
    where,
  }
}

function readMarkdown(file: ImportFile): FoundEntries {
  const where = file.name
  const [firstLine = ''] = file.text.replace(/^\uFEFF/, '').split('\n', 1)
  if (STAMP.test(firstLine) || firstLine.startsWith(UNKNOWN_STAMP)) return readExport(file)
  const undated = dateInName(file.name) ?? file.modified
  try {
    const { head, content } = readMarkdownFile(file.text)
    return { entries: [foundEntry(head ?? { goals: [], tags: [] }, content, where)], faults: [], undated }
  } catch (error) {
    const what = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return { entries: [], faults: [{ where, what: `Its head cannot be read. ${what}` }], undated }
  }
}

/** The specification's export: a stamp's line, the text as it was written, a line break, an empty line between. */
function readExport({ name, text, modified }: ImportFile): FoundEntries {
  const starts: { readonly line: number; readonly time: number | null; readonly level: string }[] = []
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  for (const [line, content] of lines.entries()) {
    const found = STAMP.exec(content)
    if (found) {
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1, 6).map(Number)
      starts.push({ line, time: localTime(year, month, day, hour, minute), level: found[6] ?? '' })
    } else if (content.startsWith(UNKNOWN_STAMP)) starts.push({ line, time: null, level: FALLBACK_LEVEL })
  }
  const entries = starts.map(({ line, time, level }, index) => {
    const next = starts[index + 1]?.line
    const content = lines.slice(line + 1, next === undefined ? -1 : next - 1).join('\n')
    return { ...foundEntry({ goals: [], tags: [], level }, content, `${name}, entry ${index + 1}`), time }
  })
  return { entries, faults: [], undated: modified }
}

function foundEntry(head: EntryHead, content: string, where: string): FoundEntry {
  return {
    id: head.id,
    content,
    // A level that is none of the four would be refused; without one an entry is shown as FIELD.
    level: isLogLevel(head.level ?? '') ? (head.level ?? FALLBACK_LEVEL) : FALLBACK_LEVEL,
    goals: head.goals,
    tags: head.tags,
    eyesOnly: head.eyesOnly ?? false,
    time: head.time === undefined ? null : Date.parse(head.time),
    updated: head.updated === undefined ? null : Date.parse(head.updated),
    frequency: head.frequency ?? null,
    timeZone: head.timeZone ?? null,
    clientTime: head.clientTime === undefined ? null : Date.parse(head.clientTime),
    where,
  }
}

function listFault({ goals, tags }: Pick<FoundEntry, 'goals' | 'tags'>): string | undefined {
  if (goals.some((goal) => goal.length > MAX_GOAL_CHARACTERS))
    return `A goal has more than ${MAX_GOAL_CHARACTERS} characters.`
  if (tags.some((tag) => tag.length > MAX_TAG_CHARACTERS))
    return `A tag has more than ${MAX_TAG_CHARACTERS} characters.`
  return undefined
}

/** `2026-03-01 walk.md` was written on that day, at noon for want of a time. */
function dateInName(name: string): number | undefined {
  const day = dayNamed(/(?:^|\/)(\d{4}-\d\d-\d\d)/.exec(name)?.[1] ?? '')
  return day && new Date(day.from).setHours(NOON)
}
