import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StationKey } from '#domain/radio/stations.ts'
import type { Theme } from '#domain/dial/themes.ts'
import { startRadioReactions } from '#src/app/radioReactions.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { UserSession } from '#src/stores/session.ts'
import { useSongs } from '#src/stores/songs.ts'
import { useSettings } from '#src/stores/settings.ts'

/** Replaces `MediaMetadata`, which jsdom does not have. */
class Metadata {
  readonly title: string
  readonly artist: string
  readonly album: string
  constructor({ title = '', artist = '', album = '' }: MediaMetadataInit) {
    this.title = title
    this.artist = artist
    this.album = album
  }
}
const keys = new Map<string, () => void>()
const mediaSession: {
  metadata: unknown
  playbackState: string
  setActionHandler(key: string, answer: () => void): void
} = {
  metadata: undefined,
  playbackState: '',
  setActionHandler: (key, answer) => void keys.set(key, answer),
}

const session = new UserSession(null)
const frequency = useFrequency.of(session)
const called: string[] = []
const note =
  (name: string) =>
  (...values: unknown[]) =>
    void called.push([name, ...values].join(' '))

beforeAll(() => {
  vi.stubGlobal('MediaMetadata', Metadata)
  Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true })
  useRadio.setState({
    tune: note('tune'),
    play: async (station) => note('play')(station),
    pause: note('pause'),
    setVolume: note('volume'),
    retryNow: note('retry'),
  })
  useMusic.setState({ setRadioAudibility: note('music: radio is'), setMuted: note('music muted') })
  useFavorites.of(session).setState({ open: note('open favorites') })
  useSongs.setState({ setStation: note('songs of'), setRadioPlaying: note('songs heard') })
  startRadioReactions(session)
})
beforeEach(() => {
  useRadio.setState({ station: 'defcon', status: 'paused' })
  called.length = 0
})

describe('the station of the current theme', () => {
  test('tunes the radio to the station of the theme when the theme changes', () => {
    frequency.getState().tune(120.8)
    frequency.getState().tune(91.5)
    expect(called).toEqual(['tune dronezone', 'tune defcon'])
  })

  test('does not change the station when the dial moves within the band of a theme', () => {
    frequency.getState().tune(91.6)
    expect(called).toEqual([])
  })

  test('tunes the radio when the user chooses another station for the current theme', () => {
    playIn('arcticops', 'rinse')
    expect(called).toEqual([])
    playIn('desertops', 'rinse')
    expect(called).toEqual(['tune rinse'])
  })

  test('does not tune the radio while it has no station', () => {
    useRadio.setState({ station: null })
    called.length = 0
    frequency.getState().tune(130.2)
    expect(called).toEqual([])
  })
})

function playIn(theme: Theme, station: StationKey): void {
  const { settings, choose } = useSettings.of(session).getState()
  void choose({ themeStations: { ...settings.themeStations, [theme]: station } })
}

test('mutes the music when the user mutes it, and unmutes it again', () => {
  usePreferences.getState().choose('bgMusicMuted', true)
  usePreferences.getState().choose('bgMusicMuted', false)
  expect(called).toEqual(['music muted true', 'music muted false'])
})

test('applies the chosen volume to the radio', () => {
  usePreferences.getState().choose('radioVolume', 0.4)
  expect(called).toEqual(['volume 0.4'])
})

describe('radio, music and songs', () => {
  test('while the radio is on, lowers or stops the music and polls the songs of the station', () => {
    useRadio.setState({ status: 'loading' })
    useRadio.setState({ status: 'playing' })
    useRadio.setState({ status: 'error' })
    expect(called).toEqual([
      'music: radio is loading',
      'songs heard true',
      'music: radio is playing',
      'songs heard true',
      'music: radio is silent',
      'songs heard false',
    ])
  })

  test('requests the songs of a new station', () => {
    useRadio.setState({ station: 'rinse' })
    expect(called).toEqual(['songs of rinse'])
  })

  test('retries a lost stream immediately when the network returns', () => {
    window.dispatchEvent(new Event('online'))
    expect(called).toEqual(['retry'])
  })
})

describe('favorites', () => {
  test('opens the favorites store when the songs of the playing station load or fail to load', () => {
    useRadio.setState({ status: 'playing' })
    called.length = 0
    useSongs.setState({ songs: [] })
    useSongs.setState({ songs: null, failed: true })
    expect(called).toEqual(['open favorites', 'open favorites'])
  })
})

describe('lock screens and headsets', () => {
  const song = { artist: 'Null Route', title: 'Handshake', album: null, date: null }

  test('the lock screen shows the station, and the song once it is known', () => {
    useRadio.setState({ status: 'playing' })
    expect(mediaSession).toMatchObject({
      metadata: { title: 'DEF CON Radio', artist: '', album: 'DEF CON Radio' },
      playbackState: 'playing',
    })
    useSongs.setState({ songs: [song] })
    expect(mediaSession.metadata).toEqual(
      new Metadata({ title: 'Handshake', artist: 'Null Route', album: 'DEF CON Radio' }),
    )
    useRadio.setState({ status: 'paused' })
    expect(mediaSession.playbackState).toBe('paused')
  })

  test('the lock screen is empty after sign-out and until the next playback', () => {
    useRadio.setState({ status: 'playing' })
    useRadio.setState({ station: null, status: 'paused' })
    expect(mediaSession).toMatchObject({ metadata: null, playbackState: 'none' })
    useRadio.setState({ station: 'defcon' })
    expect(mediaSession).toMatchObject({ metadata: null, playbackState: 'none' })
  })

  test.each([
    ['play', 'play defcon'],
    ['pause', 'pause'],
    ['stop', 'pause'],
    ['nexttrack', 'play dronezone'],
    ['previoustrack', 'play groovesalad'],
  ])('handles the media key %s', (key, expected) => {
    keys.get(key)?.()
    expect(called).toEqual([expected])
  })
})
