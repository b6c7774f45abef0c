import type { ItemStorage } from '#src/io/storage.ts'

/** Fakes a browser's localStorage, including changes by another tab. */
export function fakeItemStorage(stored: { readonly [key: string]: string } = {}) {
  const device = new Map(Object.entries(stored))
  const watching = new Set<(key: string, value: string | null) => void>()
  const kept: ItemStorage = {
    read: (key) => device.get(key) ?? null,
    write(key, value) {
      device.set(key, value)
      return true
    },
    remove: (key) => void device.delete(key),
    watch(onChange) {
      watching.add(onChange)
      return () => watching.delete(onChange)
    },
  }
  return {
    device,
    kept,
    isWatched: () => watching.size > 0,
    elsewhere(key: string, value: string | null) {
      if (value === null) device.delete(key)
      else device.set(key, value)
      for (const onChange of watching) onChange(key, value)
    },
  }
}
