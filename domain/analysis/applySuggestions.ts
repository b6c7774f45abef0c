import type { Edit } from '#domain/entry/content.ts'
import { goalOf, MAX_GOALS } from '#domain/entry/goals.ts'
import { hashtagsIn } from '#domain/entry/tags.ts'
import { hasGoal, type Suggested } from './suggestions.ts'
import { MAX_TAGS, union } from '#domain/entry/tags.ts'

/**
 * What applying makes of an entry: level, goals and tags are replaced, but what has been done stays, and so do the tags
 * that are typed in its text.
 */
export function applied({ content, goals }: Pick<Edit, 'content' | 'goals'>, suggested: Suggested): Suggested {
  const done = goals.filter((goal) => goalOf(goal).done)
  const open = suggested.suggestedGoals.filter((goal) => !hasGoal(done, goal))
  return {
    ...suggested,
    suggestedGoals: [...done, ...open].slice(0, MAX_GOALS),
    suggestedTags: union(hashtagsIn(content), suggested.suggestedTags).slice(0, MAX_TAGS),
  }
}
