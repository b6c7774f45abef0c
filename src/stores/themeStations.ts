import { create, type StateCreator } from 'zustand'
import { parseThemeStations, type StationKey, type ThemeStations } from '#domain/stations.ts'
import type { Theme } from '#domain/themes.ts'
import { readItem, writeItem } from '#src/io/storage.ts'

/** Which station belongs to which theme. */
export type ThemeStationsState = {
  readonly stations: ThemeStations
  readonly choose: (theme: Theme, station: StationKey) => void
}

/** The key under which the browser keeps the map (specification §3). */
const KEY = 'themeStations'

export const themeStationsState =
  (kept: { read(): string | null; write(map: string): void }): StateCreator<ThemeStationsState> =>
  (set, get) => ({
    stations: parseThemeStations(kept.read()),
    choose(theme, station) {
      const stations = { ...get().stations, [theme]: station }
      set({ stations })
      kept.write(JSON.stringify(stations))
    },
  })

export const useThemeStations = create(
  themeStationsState({ read: () => readItem(KEY), write: (map) => void writeItem(KEY, map) }),
)
