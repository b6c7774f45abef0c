import type { ShownView } from '#src/stores/journal.ts'

/** Returns the view of the newest entries, as the journal's store has it. */
export const listView = (ids: readonly string[]): ShownView => ({
  view: { kind: 'list', limit: 50 },
  ids,
  total: ids.length,
  hasMore: false,
})
