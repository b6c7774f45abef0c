import { nextStation, stationOf } from '#domain/radio/stations.ts'
import { handleMediaKeys, showNowPlaying } from '#src/io/radio/mediaSession.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { isRadioOn, useRadio, type RadioState } from '#src/stores/radio.ts'
import type { UserSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useSongs } from '#src/stores/songs.ts'
import { subscribe } from './subscribe.ts'

/** Connects the radio to the other stores until the session ends. */
export function startRadioReactions(session: UserSession): void {
  const frequency = useFrequency.of(session)
  // A theme change tunes the radio to the theme's station. A playing radio continues with that station (specification
  // §4).
  subscribe(session, frequency, ({ theme }, { theme: before }) => {
    if (theme !== before && useRadio.getState().station !== null) tuneRadioToTheme(session)
  })
  subscribe(session, useSettings.of(session), ({ settings }, { settings: before }) => {
    const { theme } = frequency.getState()
    if (settings.themeStations[theme] !== before.themeStations[theme]) tuneRadioToTheme(session)
  })

  const { radioVolume: volume, bgMusicMuted: muted } = usePreferences.getState()
  useRadio.getState().setVolume(volume)
  useMusic.getState().setMuted(muted)
  subscribe(session, usePreferences, ({ radioVolume, bgMusicMuted }, before) => {
    if (radioVolume !== before.radioVolume) useRadio.getState().setVolume(radioVolume)
    if (bgMusicMuted !== before.bgMusicMuted) useMusic.getState().setMuted(bgMusicMuted)
  })

  // While the radio plays, the background music is silent and the songs of the station are polled. The media session
  // shows the state of the radio.
  subscribe(session, useRadio, (radio, before) => {
    if (radio.status !== before.status) {
      useMusic.getState().setRadioAudibility(audibilityOf(radio))
      useSongs.getState().setRadioPlaying(isRadioOn(radio))
    }
    if (radio.station !== before.station) useSongs.getState().setStation(radio.station)
    if (radio.status !== before.status || radio.station !== before.station) updateMediaSession()
  })
  subscribe(session, useSongs, ({ songs, failed }, { songs: before }) => {
    if (songs !== before) updateMediaSession()
    // Songs load only while the user listens to the radio or views its songs. Favorites are not needed earlier.
    if (songs !== null || failed) useFavorites.of(session).getState().open()
  })
  handleMediaKeys({
    play: resumePlayback,
    pause: () => useRadio.getState().pause(),
    next: () => playNext(1),
    previous: () => playNext(-1),
  })

  // A lost stream is requested again as soon as the network is back.
  window.addEventListener('online', () => useRadio.getState().retryNow(), { signal: session.signal })
}

/** Tunes the radio to the theme's station. A radio that is not playing stays silent. */
export function tuneRadioToTheme(session: UserSession): void {
  const { themeStations } = useSettings.of(session).getState().settings
  useRadio.getState().tune(themeStations[useFrequency.of(session).getState().theme])
}

const audibilityOf = ({ status }: RadioState) =>
  status === 'playing' ? 'playing' : status === 'loading' ? 'loading' : 'silent'

function resumePlayback(): void {
  const { station, play } = useRadio.getState()
  if (station !== null) void play(station)
}

function playNext(steps: number): void {
  const { station, play } = useRadio.getState()
  if (station !== null) void play(nextStation(station, steps))
}

/**
 * Whether the radio has played. A media session is set only after the first playback. Earlier, it would replace another
 * app's music on the lock screen.
 */
let hasPlayed = false

function updateMediaSession(): void {
  const { station, status } = useRadio.getState()
  hasPlayed = station !== null && (hasPlayed || status === 'playing')
  if (station === null || !hasPlayed) return showNowPlaying(undefined)
  const [song] = useSongs.getState().songs ?? []
  const { name } = stationOf(station)
  showNowPlaying({
    title: song?.title ?? name,
    artist: song ? song.artist || name : '',
    album: name,
    playing: isRadioOn({ status }),
  })
}
