/** Kind of an edit. Consecutive edits of the same kind are one undo step. */
export type EditKind = 'typing' | 'deleting' | 'other'

/** Undo history. The newest state of `past` is last; the next state of `future` is first. */
export type EditHistory<State> = {
  readonly past: readonly State[]
  readonly present: State
  readonly future: readonly State[]
  /** Kind and time (in milliseconds) of the last edit; null if the next edit starts a new step. */
  readonly last: { readonly editKind: EditKind; readonly at: number } | null
}

/** Maximum number of states in the history (specification §9). */
export const MAX_STATES = 100
/** A pause in typing of this length starts a new undo step. */
const PAUSE_MS = 1000

export const createHistory = <State>(present: State): EditHistory<State> => ({
  past: [],
  present,
  future: [],
  last: null,
})

/**
 * Records a new state and discards undone states. Consecutive typing without a pause is one step, and so are
 * consecutive deletions; any other edit is its own step.
 * @param startsNewStep forces a new step, as after a line break
 */
export function recordEdit<State>(
  { past, present, last }: EditHistory<State>,
  next: State,
  editKind: EditKind,
  at: number,
  startsNewStep = false,
): EditHistory<State> {
  const isSameStep =
    !startsNewStep && editKind !== 'other' && last !== null && last.editKind === editKind && at - last.at < PAUSE_MS
  return {
    past: isSameStep ? past : [...past, present].slice(1 - MAX_STATES),
    present: next,
    future: [],
    last: { editKind, at },
  }
}

/** Replaces the present state within the current step, regardless of the time that has passed. */
export const amendEdit = <State>({ past }: EditHistory<State>, next: State, at: number): EditHistory<State> => ({
  past,
  present: next,
  future: [],
  last: { editKind: 'typing', at },
})

/** Changes the selection without adding a step. The next edit starts a new step. */
export const changeSelection = <State>(history: EditHistory<State>, present: State): EditHistory<State> => ({
  ...history,
  present,
  last: null,
})

export function undo<State>({ past, present, future, ...rest }: EditHistory<State>): EditHistory<State> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null }
}

export function redo<State>({ past, present, future, ...rest }: EditHistory<State>): EditHistory<State> {
  const [after, ...later] = future
  if (after === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: after, future: later, last: null }
}
