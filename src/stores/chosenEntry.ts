import { create } from 'zustand'

type ChosenEntryState = {
  /** The id of the entry that the reading pane shows; null while there is no pane. */
  readonly id: string | null
  readonly choose: (id: string | null) => void
}

/** The entry that was focused last in the list. A wide screen shows it beside the list. */
export const useChosenEntry = create<ChosenEntryState>((set) => ({ id: null, choose: (id) => set({ id }) }))
