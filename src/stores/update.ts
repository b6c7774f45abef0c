import { create, type StateCreator } from 'zustand'
import type { AppWorker } from '#src/io/appWorker.ts'

export type UpdateState = {
  /** A newer version of the app is there, and comes with the next reload that somebody asks for. */
  readonly isUpdateReady: boolean
  readonly start: () => Promise<void>
  /** The page is loaded again, with the newer version; what is being written is kept as at every reload. */
  readonly applyUpdate: () => Promise<void>
}

export const updateState =
  (io: () => Promise<AppWorker>): StateCreator<UpdateState> =>
  (set) => ({
    isUpdateReady: false,
    start: async () => (await io()).start(() => set({ isUpdateReady: true })),
    applyUpdate: async () => (await io()).activateUpdate(),
  })

export const useUpdate = create(updateState(async () => (await import('#src/io/appWorker.ts')).appWorker))
