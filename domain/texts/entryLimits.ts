const numberText = (count: number): string => count.toLocaleString('en-US')

/** `1 character`, `1,234 characters` */
export const charactersText = (count: number): string =>
  `${numberText(count)} ${count === 1 ? 'character' : 'characters'}`

/** Errors of an entry that is over a limit. */
export const ENTRY_LIMIT_TEXT = {
  tooLong: (excess: number, limit: number) =>
    `This entry is ${charactersText(excess)} over the limit of ${numberText(limit)}. Shorten it, or split it into two entries.`,
  tooManyGoals: (count: number, limit: number) =>
    `This entry has ${count} goals, and the limit is ${limit}. Remove some.`,
  tooManyTags: (count: number, limit: number) =>
    `This entry has ${count} tags, including those in its text, and the limit is ${limit}. Remove some.`,
} as const
