/** Texts of the dialog about an entry that was changed elsewhere, deleted or rejected during an edit. */
export const CONFLICT_TEXT = {
  deletedTitle: 'This entry was deleted',
  deletedText:
    'The entry was deleted in another tab or on another device while you were writing. You can save your text as a new entry.',
  rejectedTitle: 'This entry was rejected',
  rejectedText: 'The server rejected the entry while you were writing. You can save your text as a new entry.',
  saveAsNew: 'Save as new entry',
  discardMine: 'Discard my text',
  changedTitle: 'This entry was changed elsewhere',
  changedText:
    'The entry was saved in another tab or on another device while you were writing. Nothing has been overwritten. Choose which version to keep.',
  keepBoth: 'Keep both',
  keepMine: 'Keep mine',
  keepSaved: 'Keep saved version',
  mine: 'Your version',
  saved: 'Saved version',
  savedAt: (when: string) => `Saved version, ${when}`,
} as const
