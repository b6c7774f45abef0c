import { RADIO_TEXT } from '#domain/messages.ts'
import { bestPlaylist, firstStream, readChannels, safeStream, type Channels } from '#domain/radioDirectory.ts'
import { StationNotConfigured } from '#domain/stationNotConfigured.ts'
import type { StationKey } from '#domain/stations.ts'
import { radioSources, type RadioSources } from './config.ts'

/** Specification §9. */
const CACHED_MS = 5 * 60_000
const ANSWERED_WITHIN_MS = 10_000
const MAX_PLAYLIST_CHARACTERS = 20_000
/** The policy of the page lets media come from these (`firebase.json`). */
const STREAM_HOSTS = ['somafm.com', 'chi.bassdrive.co', 'bassdrive.radioca.st', 'admin.stream.rinse.fm']

type Outside = {
  readonly sources: RadioSources
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/**
 * Finds the address of a station's sound. Rejects with `StationNotConfigured` where there is no directory, and with
 * an error otherwise.
 */
export function stationDirectory({ sources, fetch: get, now }: Outside): (key: StationKey) => Promise<string> {
  let known: { readonly channels: Channels; readonly at: number } | undefined

  /** Where the directory fails, an older list is better than none (specification §7). */
  const readDirectory = async (url: string): Promise<Channels> => {
    if (known && now() - known.at < CACHED_MS) return known.channels
    try {
      const answer: unknown = await (await answered(url)).json()
      known = { channels: readChannels(answer), at: now() }
    } catch (error) {
      console.warn('The list of stations could not be read.', error)
    }
    return known?.channels ?? new Map()
  }

  const answered = async (url: string): Promise<Response> => {
    const response = await get(url, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
    if (!response.ok) throw new Error(`${url} answers ${response.status}.`)
    return response
  }

  return async (key) => {
    const fixed = sources.fixedStream(key)
    if (fixed !== undefined) return fixed
    if (sources.channelsUrl === undefined) throw new StationNotConfigured()
    const channels = await readDirectory(sources.channelsUrl)
    const playlist = bestPlaylist(channels.get(key) ?? [])
    const text = playlist && (await (await answered(playlist)).text()).slice(0, MAX_PLAYLIST_CHARACTERS)
    const stream = text && safeStream(firstStream(text) ?? '', STREAM_HOSTS, sources.allowedOrigin)
    if (!stream) throw new Error(RADIO_TEXT.noAddress)
    return stream
  }
}

export const streamOf = stationDirectory({
  sources: radioSources,
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
})
