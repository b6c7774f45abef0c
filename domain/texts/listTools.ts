import { entriesText } from '#domain/entry/entryCount.ts'

/** Texts of the search, of its results and of the chosen day. */
export const LIST_TOOL_TEXT = {
  previousDay: 'Previous day',
  nextDay: 'Next day',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  filters: 'Filters',
  print: 'Print',
  showAll: 'Show all',
  searching: 'Searching…',
  saved: 'Saved',
  save: 'Save search',
  unsaveFailed: 'Failed to remove the saved search.',
  saveFailed: 'Failed to save the search.',
  search: 'Search',
  searchHint: 'Search content, goals and tags',
  clearSearch: 'Clear search',
  level: 'Level',
  allLevels: 'All',
  savedSearches: 'Saved searches',
  backToEntries: 'Back to entries',
  matches: (entries: number) =>
    entries === 0 ? 'No entries match' : entries === 1 ? '1 entry matches' : `${entries} entries match`,
  trash: (days: number) => `Deleted entries, kept for ${days} days`,
  incomplete: (read: number) => `${entriesText(read)} searched so far. There may be more matches.`,
} as const
