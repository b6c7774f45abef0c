import { create } from 'zustand'
import { watchDeviceStorage, type DatabaseResponse } from '#src/io/deviceStorage.ts'

/** Whether this browser's databases respond. */
export const useDeviceStorage = create<{ readonly state: DatabaseResponse }>((set) => {
  watchDeviceStorage((state) => set({ state }))
  return { state: 'answers' }
})
