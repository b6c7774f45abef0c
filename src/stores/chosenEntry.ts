import { defineUserStore } from './userStore.ts'

type ChosenEntryState = {
  /** Null until a row has the focus. */
  readonly id: string | null
  readonly choose: (id: string | null) => void
}

/** The entry that was focused last in the list. A wide screen shows it beside the list. */
export const useChosenEntry = defineUserStore<ChosenEntryState>(() => (set) => ({
  id: null,
  choose: (id) => set({ id }),
}))
