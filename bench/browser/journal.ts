import type { SeedEntry } from '#tests/support/stored.ts'

const WORDS =
  'water reserve towpath lock pressure boiler valve crew junction repair signal north ridge frost lamp knee route map radio relay battery charge hill camp supply'.split(
    ' ',
  )
/** The time between two entries in milliseconds: a fortieth of a day. */
const APART_MS = 36 * 60_000
const PARAGRAPH_WORDS = 35

/**
 * Generates entries with a median length of 480 characters. Each entry has Markdown and a tag. Every fifth entry also
 * has a goal.
 */
export const generateEntries = (count: number): readonly SeedEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `e${String(index).padStart(5, '0')}`,
    content: `**Entry ${index}** ${Array.from({ length: 1 + (index % 3) }, (__, at) => paragraph(index + at)).join('\n\n')}`,
    time: Date.now() - 1000 - index * APART_MS,
    level: ['TACTICAL', 'INTEL', 'ALERT', 'FIELD'][index % 4] ?? 'FIELD',
    tags: [`tag-${index % 40}`],
    goals: index % 5 === 0 ? ['Refill the reserve'] : [],
  }))

const paragraph = (seed: number): string =>
  Array.from({ length: PARAGRAPH_WORDS }, (_, at) => WORDS[(seed * 7919 + at * at * 31) % WORDS.length]).join(' ')

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** @param share from 0 to 1 */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
