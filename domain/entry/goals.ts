import { cutText } from '#domain/text/graphemes.ts'

/** The rules refuse more (`firestore.rules`). */
export const MAX_GOALS = 20
export const MAX_GOAL_CHARACTERS = 200

/** A goal that is done is stored as Markdown writes a ticked task: `[x] Refill reserve`. */
const DONE = '[x] '

export type Goal = { readonly text: string; readonly done: boolean }

export const goalOf = (stored: string): Goal =>
  /^\[x\] /i.test(stored) ? { text: stored.slice(DONE.length), done: true } : { text: stored, done: false }

export const storedGoal = ({ text, done }: Goal): string => (done ? DONE + text : text)

/** The same goals with one of them done, or open again. */
export const tick = (goals: readonly string[], index: number): readonly string[] =>
  goals.map((stored, at) => {
    if (at !== index) return stored
    const goal = goalOf(stored)
    return storedGoal({ ...goal, done: !goal.done })
  })

/** A goal from what somebody typed; empty where nothing is left. */
export const typedGoal = (typed: string): string =>
  cutText(typed.toWellFormed().trim().replace(/\s+/g, ' '), MAX_GOAL_CHARACTERS - DONE.length)
