/** The information about the radio that a lock screen or a headset shows. */
export type NowPlaying = {
  readonly title: string
  readonly artist: string
  readonly album: string
  readonly playing: boolean
}

export type MediaKeys = {
  readonly play: () => void
  readonly pause: () => void
  readonly next: () => void
  readonly previous: () => void
}

const ARTWORK = [{ src: '/artwork.png', sizes: '512x512', type: 'image/png' }]

/** Shows on the lock screen what is playing. If `now` is undefined, shows nothing. */
export function showNowPlaying(now: NowPlaying | undefined): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.metadata = now
    ? new MediaMetadata({ title: now.title, artist: now.artist, album: now.album, artwork: ARTWORK })
    : null
  mediaSession.playbackState = now ? (now.playing ? 'playing' : 'paused') : 'none'
}

/**
 * Calls the handlers when the user presses media keys. If the browser does not let pages handle a key, the key keeps
 * its default behavior.
 */
export function handleMediaKeys({ play, pause, next, previous }: MediaKeys): void {
  if (!('mediaSession' in navigator)) return
  for (const [action, handler] of [
    ['play', play],
    ['pause', pause],
    ['stop', pause],
    ['nexttrack', next],
    ['previoustrack', previous],
  ] as const)
    try {
      navigator.mediaSession.setActionHandler(action, handler)
    } catch {
      // An older browser does not support this action.
    }
}
