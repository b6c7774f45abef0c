import * as z from 'zod/mini'
import type { Song } from './song.ts'
import { parseSong } from './songList.ts'

/** The station directory's JSON, which is not trusted. */
const Playlist = z.object({ url: z.string(), format: z.string(), quality: z.string() })
const Channel = z.object({
  id: z.string(),
  playlists: z.array(z.unknown()),
  lastPlaying: z.catch(z.optional(z.string()), undefined),
  // The directory's spelling of `lastPlaying`.
  lastplaying: z.catch(z.optional(z.string()), undefined),
})
const Directory = z.object({ channels: z.array(z.unknown()) })

export type ChannelPlaylist = z.infer<typeof Playlist>

export type Channel = {
  readonly playlists: readonly ChannelPlaylist[]
  /** The song that played when the directory was generated. */
  readonly lastPlaying: Song | undefined
}

/** Channels by id. */
export type ChannelsById = ReadonlyMap<string, Channel>

/** Best quality first. Unknown qualities come last. */
const QUALITY_ORDER = ['highest', 'high', 'low']

/** Parses the directory and skips invalid channels and playlists. Throws if the response is not a directory. */
export function parseChannels(answer: unknown): ChannelsById {
  const channels = Directory.parse(answer).channels.flatMap((one) => {
    const channel = Channel.safeParse(one)
    if (!channel.success) return []
    const playlists = channel.data.playlists.flatMap((list) => Playlist.safeParse(list).data ?? [])
    const { id, lastPlaying, lastplaying } = channel.data
    return [[id, { playlists, lastPlaying: parseSong(lastPlaying ?? lastplaying ?? '') }] as const]
  })
  return new Map(channels)
}

/** Returns the MP3 playlist with the best quality. MP3 is the only format that all browsers play. */
export const bestPlaylist = (playlists: readonly ChannelPlaylist[]): string | undefined =>
  playlists
    .filter(({ format }) => format.toLowerCase() === 'mp3')
    .toSorted((a, b) => qualityRank(a) - qualityRank(b))
    .at(0)?.url

function qualityRank({ quality }: ChannelPlaylist): number {
  const at = QUALITY_ORDER.indexOf(quality.toLowerCase())
  return at < 0 ? QUALITY_ORDER.length : at
}

/**
 * Returns the first stream of a .pls playlist. Accepts any case, a byte order mark, extra spaces and any line endings.
 */
export const firstStreamUrl = (playlist: string): string | undefined =>
  /^\uFEFF?[ \t]*file1[ \t]*=[ \t]*(\S+)/im.exec(playlist)?.[1]

/**
 * Returns the URL of a stream if it is safe to play: HTTPS on one of the hosts or their subdomains, or any URL of the
 * allowed origin. Returns undefined otherwise.
 * @param hosts such as `somafm.com`
 * @param allowedOrigin such as `http://127.0.0.1:8090`
 */
export function toSafeStreamUrl(address: string, hosts: readonly string[], allowedOrigin?: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.origin === allowedOrigin) return url.href
  const isKnown = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  if (!isKnown || !['http:', 'https:'].includes(url.protocol) || url.port !== '' || url.username !== '')
    return undefined
  url.protocol = 'https:'
  return url.href
}
