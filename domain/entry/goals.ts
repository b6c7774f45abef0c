import { truncateText } from '#domain/text/graphemes.ts'

/** The security rules (`firestore.rules`) have the same limits. */
export const MAX_GOALS = 20
export const MAX_GOAL_CHARACTERS = 200

/** A goal that is done is stored like a checked Markdown task: `[x] Refill reserve`. */
const DONE_PREFIX = '[x] '

export type Goal = { readonly text: string; readonly done: boolean }

export const goalOf = (stored: string): Goal =>
  /^\[x\] /i.test(stored) ? { text: stored.slice(DONE_PREFIX.length), done: true } : { text: stored, done: false }

export const toStoredGoal = ({ text, done }: Goal): string => (done ? DONE_PREFIX + text : text)

/** Toggles whether one of the goals is done. */
export const toggleGoal = (goals: readonly string[], index: number): readonly string[] =>
  goals.map((stored, at) => {
    if (at !== index) return stored
    const goal = goalOf(stored)
    return toStoredGoal({ ...goal, done: !goal.done })
  })

/** Normalizes a typed goal for storage. Returns an empty string if nothing is left. */
export const normalizeGoal = (typed: string): string =>
  truncateText(typed.toWellFormed().trim().replace(/\s+/g, ' '), MAX_GOAL_CHARACTERS - DONE_PREFIX.length)

/** Adds a typed goal, unless it is blank or the entry already has the goal. */
export function withGoal(goals: readonly string[], typed: string): readonly string[] {
  const goal = normalizeGoal(typed)
  return goal === '' || goals.some((stored) => goalOf(stored).text === goal) ? goals : [...goals, goal]
}
