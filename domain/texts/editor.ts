import { charactersText } from './entryLimits.ts'

/**
 * Texts that the specification quotes (§2), to the letter. They are in their own module because the first load does not
 * need them.
 */
export const ENTRY_FORM_TEXT = {
  newTitle: 'New Log Entry',
  editTitle: 'Edit Log Entry',
  submitNew: 'Submit Entry',
  back: 'Back',
  clear: 'Clear',
  saving: 'Saving...',
} as const

/** Texts of the form for new and existing entries. */
export const EDITOR_TEXT = {
  levels: 'Classification level',
  toolbar: 'Formatting',
  message: 'Message',
  content: 'Content',
  preview: 'Preview',
  previewEmpty: 'Nothing to preview.',
  pasteRejected: (pasted: number, limit: number) =>
    `The text was not pasted: it has ${charactersText(pasted)}, and the limit is ${limit.toLocaleString('en-US')}. Paste a smaller part.`,
  noSong: 'the radio is off, or the station sends no song titles',
  goals: 'Goals',
  goalList: 'Goals of this entry',
  addGoal: 'Add a goal',
  removeGoal: (goal: string) => `Remove goal ${goal}`,
  tags: 'Tags',
  tagList: 'Tags of this entry',
  addTag: 'Add a tag',
  removeTag: (tag: string) => `Remove tag ${tag}`,
  /** Appended to a tag that can only be removed in the text. */
  tagInText: ' (in the text)',
  details: 'Goals, tags, EYES ONLY',
  eyesOnly: 'EYES ONLY',
  eyesOnlyHint: 'This entry is never sent to AI.',
  words: (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`,
  overLimit: (excess: number) => `${charactersText(excess)} over the limit`,
  draftSaved: ' · draft saved',
  draftsNotSaved: ' · Drafts cannot be saved: the storage of this device is full or blocked.',
  submitHint: 'to submit',
  saveHint: 'to save',
  closeHint: 'to close',
  muteSound: 'Mute sound',
  unmuteSound: 'Unmute sound',
  keepWriting: 'Keep writing',
  discardTitle: 'Discard this text?',
  discardQuestion: 'You have not submitted this entry. A discarded text cannot be restored.',
  clearTitle: 'Clear content',
  focusMode: 'Focus mode',
  changedElsewhere:
    'This entry was changed in another tab or on another device. When you save, you choose which version to keep.',
  deletedElsewhere:
    'This entry was deleted in another tab or on another device. When you save, you can keep your text as a new entry.',
  rejected: 'The server rejected this entry. When you save, you can keep your text as a new entry.',
} as const

/** Messages about the text in the editor. */
export const EDITOR_MESSAGE = {
  needsText: 'An entry needs text. Write something, or delete the entry.',
  textSaved: 'Your text is saved as a draft.',
  changesSaved: 'Your changes are saved as a draft.',
  newRejected: 'Your text is saved as a draft. Open New Entry to continue.',
  editRejected: 'Your text is saved as a draft. Edit the entry to continue.',
  draftNotSaved:
    'Your draft could not be saved: the storage of this device is full or blocked. The text is lost when you close this page.',
  imagesRejected: 'Nothing was added: entries cannot contain images yet.',
  importsRejected: 'Nothing was added: to import files, open Archive.',
  filesRejected: 'Nothing was added: entries can only contain text.',
  newSubject: 'Log entry',
  editSubject: 'Change',
} as const
