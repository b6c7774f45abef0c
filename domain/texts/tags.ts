import { entriesText } from '#domain/entry/entryCount.ts'

const tagsText = (count: number): string => (count === 1 ? '1 tag' : `${count} tags`)

/** Texts of the list of tags, and of changing a tag in all entries. */
export const TAG_TEXT = {
  list: 'All tags',
  find: 'Find a tag',
  loading: 'Loading your entries… ',
  none: 'No tags yet. Type #tag in an entry to add one.',
  count: tagsText,
  found: (shown: number, all: number) => `${shown} of ${tagsText(all)}`,
  renameLabel: (tag: string) => `Rename ${tag}`,
  removeLabel: (tag: string) => `Remove ${tag} from all entries`,
  renameTitle: (tag: string) => `Rename #${tag}`,
  newName: 'New name',
  renameHint: 'The tag changes in every entry, including the text.',
  mergeHint: (tag: string, entries: number) =>
    `#${tag} already exists in ${entriesText(entries)}. The two tags will be merged.`,
  rename: 'Rename',
  merge: 'Merge',
  changing: 'Changing entries…',
  changed: (entries: number) => `Changing entries… ${entries}`,
  renamed: (tag: string, name: string, entries: number) => `#${tag} is now #${name} in ${entriesText(entries)}`,
  removed: (tag: string, entries: number) => `Removed #${tag} from ${entriesText(entries)}`,
  unused: (tag: string) => `No entry has the tag #${tag} anymore.`,
  notLoaded: 'Not all entries have been loaded yet. Connect to the internet and try again.',
  rejected: 'The tag was not changed in all entries, because the server did not accept the change.',
  interrupted: 'The tag change was interrupted. Connect to the internet and try again to change the remaining entries.',
  undoFailed: 'The tag change could not be undone in all entries. Connect to the internet and try again.',
} as const
