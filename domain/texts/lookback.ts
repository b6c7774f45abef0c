import { entriesText } from '#domain/entry/entryCount.ts'

/** Texts of the view Look back. */
export const LOOKBACK_TEXT = {
  emptyChart: 'Nothing yet.',
  showTable: 'Show as table',
  goToDay: 'Go to a day',
  go: 'Go',
  loading: 'Loading your entries…',
  entries: 'Entries',
  words: 'Words',
  streak: 'Current streak (days)',
  longestStreak: 'Longest streak (days)',
  entriesByWeek: 'Entries by week',
  wordsByWeek: 'Words by week',
  levels: 'Entries by level',
  frequencies: 'Entries by frequency',
  entriesUnit: 'entries',
  wordsUnit: 'words',
  onThisDay: 'On this day',
  nothingOnThisDay: 'Nothing was written on this day in earlier years.',
  tags: 'Tags',
  noTags: 'No tags yet.',
  tableOf: (title: string) => `${title}, table`,
  incomplete: (read: number) => `${entriesText(read)} loaded so far. The numbers are not complete yet.`,
  /** One bar stands for all frequencies of a whole megahertz, for example 105.0 to 105.9 MHz. */
  frequency: (megahertz: number, band: string) => `${megahertz}.0–${megahertz}.9 MHz, ${band}`,
  tag: (tag: string, entries: number) => `${tag}, ${entriesText(entries)}`,
} as const
