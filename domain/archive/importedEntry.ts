import type { EntryContent } from '#domain/entry/content.ts'

/** An entry that comes from a file. Times are milliseconds since 1970. */
export type ImportedEntry = EntryContent & {
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
export type ImportIssue = { readonly where: string; readonly what: string }
