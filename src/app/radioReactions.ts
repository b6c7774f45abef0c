import { nextStation, stationOf } from '#domain/radio/stations.ts'
import { handleMediaKeys, showNowPlaying } from '#src/io/radio/mediaSession.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { isOn, useRadio, type RadioState } from '#src/stores/radio.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useSongs } from '#src/stores/songs.ts'

/** What the radio follows, and what follows the radio. Part of `reactions.ts`; started once. */
export function startRadioReactions(): void {
  // The theme has its station: what plays goes on playing on that one (specification §4).
  useFrequency.subscribe(({ theme }, { theme: before }) => {
    if (theme !== before && useRadio.getState().station !== null) tuneToTheme()
  })
  useSettings.subscribe(({ settings }, { settings: before }) => {
    const { theme } = useFrequency.getState()
    if (settings.themeStations[theme] !== before.themeStations[theme]) tuneToTheme()
  })

  // It is as loud as it was chosen to be, and the music as silent.
  const { radioVolume: volume, bgMusicMuted: muted } = usePreferences.getState()
  useRadio.getState().setVolume(volume)
  useMusic.getState().setMuted(muted)
  usePreferences.subscribe(({ radioVolume, bgMusicMuted }, before) => {
    if (radioVolume !== before.radioVolume) useRadio.getState().setVolume(radioVolume)
    if (bgMusicMuted !== before.bgMusicMuted) useMusic.getState().setMuted(bgMusicMuted)
  })

  // Never two musics at once; its songs are asked for while they are heard; lock screens and headsets know of it.
  useRadio.subscribe((radio, before) => {
    if (radio.status !== before.status) {
      useMusic.getState().setRadioSound(soundOf(radio))
      useSongs.getState().setHeard(isOn(radio))
    }
    if (radio.station !== before.station) useSongs.getState().setStation(radio.station)
    if (radio.status !== before.status || radio.station !== before.station) updateMediaSession()
  })
  useSongs.subscribe(({ songs, failed }, { songs: before }) => {
    if (songs !== before) updateMediaSession()
    // Somebody looks or listens: which songs have a heart is wanted now, and not before.
    const { user } = useAuth.getState()
    if (user && (songs !== null || failed)) useFavorites.getState().open(user.uid)
  })
  handleMediaKeys({
    play: resumePlayback,
    pause: () => useRadio.getState().pause(),
    next: () => playNext(1),
    previous: () => playNext(-1),
  })

  // A lost stream is looked for as soon as there is a network again.
  window.addEventListener('online', () => useRadio.getState().retryNow())
}

/** Switches to the station of the theme; silent stays silent. */
export function tuneToTheme(): void {
  useRadio.getState().tune(useSettings.getState().settings.themeStations[useFrequency.getState().theme])
}

const soundOf = ({ status }: RadioState) =>
  status === 'playing' ? 'playing' : status === 'loading' ? 'loading' : 'silent'

function resumePlayback(): void {
  const { station, play } = useRadio.getState()
  if (station !== null) void play(station)
}

function playNext(steps: number): void {
  const { station, play } = useRadio.getState()
  if (station !== null) void play(nextStation(station, steps))
}

/** Nothing is said before somebody has listened: other apps' music keeps its place on the lock screen. */
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
    playing: isOn({ status }),
  })
}
