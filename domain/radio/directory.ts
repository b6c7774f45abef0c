import * as z from 'zod/mini'
import type { Song } from './song.ts'
import { parseSong } from './songList.ts'

/** What the directory says of a channel; nothing in it is trusted. */
const Playlist = z.object({ url: z.string(), format: z.string(), quality: z.string() })
const Channel = z.object({
  id: z.string(),
  playlists: z.array(z.unknown()),
  lastPlaying: z.catch(z.optional(z.string()), undefined),
  // As the specification has it.
  lastplaying: z.catch(z.optional(z.string()), undefined),
})
const Directory = z.object({ channels: z.array(z.unknown()) })

export type ChannelPlaylist = z.infer<typeof Playlist>

export type Channel = {
  readonly playlists: readonly ChannelPlaylist[]
  /** What it played when the directory was made. */
  readonly lastPlaying: Song | undefined
}

/** The channels by their ids. */
export type Channels = ReadonlyMap<string, Channel>

/** The best first. A quality of another name comes last. */
const QUALITY_ORDER = ['highest', 'high', 'low']

/** Reads the directory; a channel or playlist that is not as it should be costs no other. Throws if it is none at all. */
export function parseChannels(answer: unknown): Channels {
  const channels = Directory.parse(answer).channels.flatMap((one) => {
    const channel = Channel.safeParse(one)
    if (!channel.success) return []
    const playlists = channel.data.playlists.flatMap((list) => Playlist.safeParse(list).data ?? [])
    const { id, lastPlaying, lastplaying } = channel.data
    return [[id, { playlists, lastPlaying: parseSong(lastPlaying ?? lastplaying ?? '') }] as const]
  })
  return new Map(channels)
}

/** The MP3 playlist of the best quality: the one format that every browser plays. */
export const bestPlaylist = (playlists: readonly ChannelPlaylist[]): string | undefined =>
  playlists
    .filter(({ format }) => format.toLowerCase() === 'mp3')
    .toSorted((a, b) => qualityRank(a) - qualityRank(b))
    .at(0)?.url

function qualityRank({ quality }: ChannelPlaylist): number {
  const at = QUALITY_ORDER.indexOf(quality.toLowerCase())
  return at < 0 ? QUALITY_ORDER.length : at
}

/** The first stream of a .pls playlist; upper or lower case, a byte order mark, blanks and any line ends are let pass. */
export const firstStreamUrl = (playlist: string): string | undefined =>
  /^\uFEFF?[ \t]*file1[ \t]*=[ \t]*(\S+)/im.exec(playlist)?.[1]

/**
 * A stream's address as it may be played: from one of these hosts or their subdomains, and never in the clear; or from
 * the one place that is allowed as it stands. Undefined for anything else.
 * @param hosts as `somafm.com`
 * @param allowedOrigin as `http://127.0.0.1:8090`
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
