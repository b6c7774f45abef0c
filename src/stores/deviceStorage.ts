import { create } from 'zustand'
import { watchDeviceStorage, type DeviceStorage } from '#src/io/deviceStorage.ts'

/** Whether this browser's databases work. */
export const useDeviceStorage = create<{ readonly state: DeviceStorage }>((set) => {
  watchDeviceStorage((state) => set({ state }))
  return { state: 'answers' }
})
