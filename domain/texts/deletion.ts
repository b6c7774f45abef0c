import { entriesText } from '#domain/entry/entryCount.ts'

/** Texts of deleting and exporting entries. */
export const DELETION_TEXT = {
  title: 'Delete log',
  deleteForever: 'Delete forever',
  delete: 'Delete',
  allTitle: 'Delete all logs',
  deleteAll: 'Delete All',
  deletionSubject: 'Deletion',
  restored: 'Log restored',
  restoreSubject: 'Restore',
  restoreFailed: 'Failed to restore log',
  deletedForever: 'Log deleted forever',
  foreverSubject: 'Permanent deletion',
  loading: 'Loading logs…',
  deleting: 'Deleting logs…',
  trashIncluded: 'Deleted entries that you could still restore are deleted too.',
  loaded: (entries: number) => `Loading logs… ${entries}`,
  deletedSoFar: (entries: number) => `Deleting logs… ${entries}`,
  interrupted: (failed: string, deleted: number) =>
    `${failed} ${entriesText(deleted)} deleted so far. Choose Delete All again to delete the others.`,
  offline: (failed: string) => `${failed} You are offline. Choose Delete All again when you are online.`,
} as const
