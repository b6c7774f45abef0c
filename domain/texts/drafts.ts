/** Texts of saved drafts, and of entries that wait for the server. */
export const DRAFT_TEXT = {
  title: 'Drafts',
  count: (drafts: number) => `${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`,
  draftOf: (when: string) => `Draft from ${when}`,
  states: {
    writing: 'Draft',
    sent: 'Sending',
    refused: 'Rejected by the server, saved as a draft',
    conflict: 'Also changed elsewhere',
  },
  restored: 'Draft restored',
  resume: 'Continue',
  compare: 'Compare',
  discarded: 'Draft discarded',
} as const
