import { create, type StateCreator } from 'zustand'
import type { AppWorker } from '#src/io/appWorker.ts'

type UpdateState = {
  /** Whether a newer version of the app has been downloaded. `applyUpdate` activates the newer version. */
  readonly isUpdateReady: boolean
  readonly start: () => Promise<void>
  /** Activates the newer version and reloads the page. Drafts survive the reload. */
  readonly applyUpdate: () => Promise<void>
}

const updateState =
  (io: () => Promise<AppWorker>): StateCreator<UpdateState> =>
  (set) => ({
    isUpdateReady: false,
    start: async () => (await io()).start(() => set({ isUpdateReady: true })),
    applyUpdate: async () => (await io()).activateUpdate(),
  })

export const useUpdate = create(updateState(async () => (await import('#src/io/appWorker.ts')).appWorker))
