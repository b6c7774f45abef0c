import {
  bestPlaylist,
  firstStreamUrl,
  parseChannels,
  toSafeStreamUrl,
  type ChannelsById,
} from '#domain/radio/directory.ts'
import type { Song } from '#domain/radio/song.ts'
import { parseSongs } from '#domain/radio/songList.ts'
import { StationNotConfigured } from '#domain/errors.ts'
import type { StationKey } from '#domain/radio/stations.ts'
import { RADIO_TEXT } from '#domain/texts/specification.ts'
import { radioSources, type RadioSources } from './config.ts'

/** Reads the stream URLs and songs of stations from external servers. */
export type StationDirectory = {
  /**
   * Returns the stream URL of a station. Rejects with `StationNotConfigured` if the station needs a channel directory
   * and none is configured, and with another error if the URL is not found.
   */
  readonly streamOf: (key: StationKey) => Promise<string>
  /**
   * Returns the songs of a station, the newest first; empty if the station publishes none. Rejects if the request
   * fails.
   */
  readonly songsOf: (key: StationKey) => Promise<readonly Song[]>
}

type DirectoryDeps = {
  readonly sources: RadioSources
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** How long the channel directory is cached (specification §9). */
const CACHED_MS = 5 * 60_000
const RESPONSE_TIMEOUT_MS = 10_000
const KIB = 1024
/** The largest accepted sizes of responses, in bytes. The sizes are limited because the servers are not trusted. */
const MAX_BYTES = { playlist: 16 * KIB, songs: 64 * KIB, directory: 512 * KIB }
/** The hosts that the Content Security Policy allows for media (`firebase.json`). */
const STREAM_HOSTS = ['somafm.com', 'chi.bassdrive.co', 'bassdrive.radioca.st', 'admin.stream.rinse.fm']

export function stationDirectory({ sources, fetch: get, now }: DirectoryDeps): StationDirectory {
  let cached: { readonly channels: ChannelsById; readonly at: number } | undefined

  /**
   * Returns the channel directory. If the request fails, returns the cached directory, even if it is outdated
   * (specification §7).
   */
  const readDirectory = async (url: string): Promise<ChannelsById> => {
    if (cached && now() - cached.at < CACHED_MS) return cached.channels
    try {
      cached = { channels: parseChannels(JSON.parse(await read(url, MAX_BYTES.directory))), at: now() }
    } catch (error) {
      console.warn('The list of stations could not be read.', error)
    }
    return cached?.channels ?? new Map()
  }

  const read = async (url: string, maxBytes: number): Promise<string> => {
    const response = await get(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${url} answers ${response.status}.`)
    return textOf(response, maxBytes)
  }

  return {
    async streamOf(key) {
      const { channelsUrl, allowedOrigin, fixedStream } = sources
      const fixed = fixedStream(key)
      if (fixed !== undefined) return fixed
      if (channelsUrl === undefined) throw new StationNotConfigured()
      const channels = await readDirectory(channelsUrl)
      const playlist = bestPlaylist(channels.get(key)?.playlists ?? [])
      const toSafeStream = (address: string | undefined) =>
        address === undefined ? undefined : toSafeStreamUrl(address, STREAM_HOSTS, allowedOrigin)
      const list = toSafeStream(playlist)
      const stream = list && toSafeStream(firstStreamUrl(await read(list, MAX_BYTES.playlist)))
      if (stream === undefined) throw new Error(RADIO_TEXT.noAddress)
      return stream
    },
    async songsOf(key) {
      const { channelsUrl, songsUrl } = sources
      const url = songsUrl(key)
      if (url !== undefined) return parseSongs(JSON.parse(await read(url, MAX_BYTES.songs)))
      if (channelsUrl === undefined) return []
      const song = (await readDirectory(channelsUrl)).get(key)?.lastPlaying
      return song ? [song] : []
    },
  }
}

/** Reads a response as text. Stops and throws if the response is longer than `maxBytes`. */
async function textOf(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0; ;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return new Blob(parts).text()
    bytes += value.length
    parts.push(value)
    if (bytes <= maxBytes) continue
    await reader?.cancel()
    throw new Error(`${response.url} is longer than ${maxBytes} bytes.`)
  }
}

export const radioDirectory = stationDirectory({
  sources: radioSources,
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
})
