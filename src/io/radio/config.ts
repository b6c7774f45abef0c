import { stationOf, type StationKey } from '#domain/radio/stations.ts'

const env = import.meta.env

/** The origin of the local radio service, which has every station. Undefined in a build for a real project. */
const localOrigin = env.VITE_LOCAL_RADIO ? `http://${env.VITE_LOCAL_RADIO}` : undefined

export type RadioSources = {
  /**
   * The URL of the channel directory. If this URL is undefined, stations without a fixed stream URL count as not
   * configured.
   */
  readonly channelsUrl: string | undefined
  /** An origin whose stream URLs are allowed without a check. Undefined in a build for a real project. */
  readonly allowedOrigin: string | undefined
  /** Returns the fixed stream URL of a station, or undefined if the URL is in the channel directory. */
  readonly fixedStream: (key: StationKey) => string | undefined
  /** Returns the URL of a station's list of songs, if there is one. */
  readonly songsUrl: (key: StationKey) => string | undefined
}

/** Where the radio loads its stations, streams and songs from. `.env.example` explains the variables. */
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
