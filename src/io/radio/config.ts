import { stationOf, type StationKey } from '#domain/radio/stations.ts'

const env = import.meta.env

/** The radio service of this machine, which has every station; a build for a real project has none. */
const localOrigin = env.VITE_LOCAL_RADIO ? `http://${env.VITE_LOCAL_RADIO}` : undefined

export type RadioSources = {
  /** The directory of channels; without one, the stations in it are not configured. */
  readonly channelsUrl: string | undefined
  /** An address from elsewhere is allowed as it stands. */
  readonly allowedOrigin: string | undefined
  /** Where a station's sound comes from that is in no directory. */
  readonly fixedStream: (key: StationKey) => string | undefined
  /** Where the list of a station's songs is, if there is one. */
  readonly songsUrl: (key: StationKey) => string | undefined
}

/** Where the radio comes from (`.env.example`). */
export const radioSources: RadioSources = {
  channelsUrl: localOrigin ? `${localOrigin}/channels.json` : env.VITE_RADIO_CHANNELS_URL || undefined,
  allowedOrigin: localOrigin,
  fixedStream(key) {
    const { stream } = stationOf(key)
    return localOrigin && stream?.startsWith('https:') ? `${localOrigin}/streams/${key}` : stream
  },
  songsUrl(key) {
    const { stream } = stationOf(key)
    if (stream?.startsWith('/')) return undefined
    if (localOrigin) return `${localOrigin}/songs/${key}.json`
    const base = env.VITE_RADIO_SONGS_URL
    return base && stream === undefined ? `${base}${key}.json` : undefined
  },
}
