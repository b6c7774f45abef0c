import type { EntryContent } from '#domain/entry/content.ts'
import { goalOf, MAX_GOALS } from '#domain/entry/goals.ts'
import { hashtagsIn } from '#domain/entry/tags.ts'
import { hasGoal, type SuggestedChanges } from './suggestions.ts'
import { MAX_TAGS, unionTags } from '#domain/entry/tags.ts'

/**
 * Applies suggestions to an entry. The suggested level, goals and tags replace those of the entry. Completed goals and
 * tags that are typed in the text stay.
 */
export function applySuggestions(
  { content, goals }: Pick<EntryContent, 'content' | 'goals'>,
  suggested: SuggestedChanges,
): SuggestedChanges {
  const done = goals.filter((goal) => goalOf(goal).done)
  const open = suggested.suggestedGoals.filter((goal) => !hasGoal(done, goal))
  return {
    ...suggested,
    suggestedGoals: [...done, ...open].slice(0, MAX_GOALS),
    suggestedTags: unionTags(hashtagsIn(content), suggested.suggestedTags).slice(0, MAX_TAGS),
  }
}
