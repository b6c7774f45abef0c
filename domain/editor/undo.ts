/** What was done to a text. What is typed or deleted in one go is undone in one go. */
export type EditKind = 'typing' | 'deleting' | 'other'

/** The states before and after the present one; newest last and next first. */
export type History<State> = {
  readonly past: readonly State[]
  readonly present: State
  readonly future: readonly State[]
  /** The last deed and when it was done, in milliseconds; null where the next one begins anew. */
  readonly last: { readonly editKind: EditKind; readonly at: number } | null
}

/** Specification §9. */
export const MAX_STATES = 100
/** A pause of this length begins a new step. */
const PAUSE_MS = 1000

export const historyOf = <State>(present: State): History<State> => ({ past: [], present, future: [], last: null })

/**
 * Goes on to another state. Typing without a pause stays one step, and so does deleting; everything else is a step
 * of its own. What had been undone is gone.
 * @param startsNewStep whether this typing begins a new step all the same, as after a line break
 */
export function record<State>(
  { past, present, last }: History<State>,
  next: State,
  editKind: EditKind,
  at: number,
  startsNewStep = false,
): History<State> {
  const isSameStep =
    !startsNewStep && editKind !== 'other' && last !== null && last.editKind === editKind && at - last.at < PAUSE_MS
  return {
    // Counting the present one there are never more than the limit.
    past: isSameStep ? past : [...past, present].slice(1 - MAX_STATES),
    present: next,
    future: [],
    last: { editKind, at },
  }
}

/** Goes on with the present step, whatever time has passed: it leads to another state. */
export const amend = <State>({ past }: History<State>, next: State, at: number): History<State> => ({
  past,
  present: next,
  future: [],
  last: { editKind: 'typing', at },
})

/** The same text with another selection: no step, but what follows is. */
export const reselect = <State>(history: History<State>, present: State): History<State> => ({
  ...history,
  present,
  last: null,
})

export function undo<State>({ past, present, future, ...rest }: History<State>): History<State> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null }
}

export function redo<State>({ past, present, future, ...rest }: History<State>): History<State> {
  const [after, ...later] = future
  if (after === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: after, future: later, last: null }
}
