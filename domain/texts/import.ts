import { entriesText } from '#domain/entry/entryCount.ts'

/** Texts of the import form and of its report. */
export const IMPORT_TEXT = {
  unreadable: 'These files could not be read. Choose them again.',
  interrupted:
    'The import was interrupted. Connect to the internet and press Import again to add the remaining entries.',
  title: 'Import',
  hint: 'From SITREP (.zip, .json, .md), Day One (.zip or .json), or any Markdown and text files. You see a preview before anything is imported.',
  files: 'Files to import',
  choose: 'Choose files',
  reading: 'Reading files…',
  errors: 'Not imported',
  changes: 'Changes',
  preview: 'Preview',
  duplicates: (entries: number) => `${entriesText(entries)} skipped, already in your journal.`,
  ignored: (files: string) => `Other files are not imported: ${files}.`,
  errorCount: (entries: number) => `${entriesText(entries)} cannot be imported`,
  changeCount: (changes: number) =>
    changes === 1 ? '1 change to the imported data' : `${changes} changes to the imported data`,
  start: (entries: number) => `Import ${entriesText(entries)}`,
  more: (items: number) => `and ${items} more`,
  nothingNew: 'Everything in these files is already in your journal.',
  nothingToImport: 'There is nothing to import in these files.',
  ready: (entries: number) => `${entriesText(entries)} will be added.`,
  progress: (handled: number, all: number) => `Adding entries… ${handled} of ${all}`,
  done: (added: number) => `${entriesText(added)} added.`,
  canceled: (added: number, all: number) => `Canceled: ${added} of ${entriesText(all)} added.`,
  failed: (added: number, all: number) => `Interrupted: ${added} of ${entriesText(all)} added.`,
} as const
