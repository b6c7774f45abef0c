import type { EntryContent } from '#domain/entry/content.ts'

/** An entry from an imported file. Times are milliseconds since 1970. */
export type ImportedEntry = EntryContent & {
  readonly id: string
  readonly time: number
  readonly updated: number | null
  readonly frequency: number | null
  readonly timeZone: string | null
  readonly clientTime: number | null
  /** The name of the file, and the number of the entry within this file. */
  readonly where: string
}

/** A problem of an import. `what` describes the data that the import omits or changes. */
export type ImportIssue = { readonly where: string; readonly what: string }
