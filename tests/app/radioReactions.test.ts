import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StationKey } from '#domain/radio/stations.ts'
import type { Theme } from '#domain/dial/themes.ts'
import { startRadioReactions } from '#src/app/radioReactions.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useFavorites } from '#src/stores/favorites.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useSongs } from '#src/stores/songs.ts'
import { useSettings } from '#src/stores/settings.ts'

/** What lock screens show; the browser of these tests has none. */
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
const session: { metadata: unknown; playbackState: string; setActionHandler(key: string, answer: () => void): void } = {
  metadata: undefined,
  playbackState: '',
  setActionHandler: (key, answer) => void keys.set(key, answer),
}

const called: string[] = []
const note =
  (name: string) =>
  (...values: unknown[]) =>
    void called.push([name, ...values].join(' '))

beforeAll(() => {
  vi.stubGlobal('MediaMetadata', Metadata)
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
  useRadio.setState({
    tune: note('tune'),
    play: async (station) => note('play')(station),
    pause: note('pause'),
    setVolume: note('volume'),
    retryNow: note('retry'),
  })
  useMusic.setState({ setRadioSound: note('music: radio is'), setMuted: note('music muted') })
  useFavorites.setState({ open: note('favourites of') })
  useSongs.setState({ setStation: note('songs of'), setHeard: note('songs heard') })
  startRadioReactions()
})
beforeEach(() => {
  useRadio.setState({ station: 'defcon', status: 'paused' })
  called.length = 0
})

describe('the theme', () => {
  test('changes: the radio takes its station', () => {
    useFrequency.getState().tune(120.8)
    useFrequency.getState().tune(91.5)
    expect(called).toEqual(['tune dronezone', 'tune defcon'])
  })

  test('stays: the station does', () => {
    useFrequency.getState().tune(91.6)
    expect(called).toEqual([])
  })

  test('gets another station: the radio takes it, if that theme is on', () => {
    playIn('arcticops', 'rinse')
    expect(called).toEqual([])
    playIn('desertops', 'rinse')
    expect(called).toEqual(['tune rinse'])
  })

  test('is changed by nobody who is signed in: nothing is tuned', () => {
    useRadio.setState({ station: null })
    called.length = 0
    useFrequency.getState().tune(130.2)
    expect(called).toEqual([])
  })
})

function playIn(theme: Theme, station: StationKey): void {
  const { settings, choose } = useSettings.getState()
  void choose({ themeStations: { ...settings.themeStations, [theme]: station } })
}

test('the music is as silent as was chosen', () => {
  usePreferences.getState().choose('bgMusicMuted', true)
  usePreferences.getState().choose('bgMusicMuted', false)
  expect(called).toEqual(['music muted true', 'music muted false'])
})

test('the chosen volume is the radio’s', () => {
  usePreferences.getState().choose('radioVolume', 0.4)
  expect(called).toEqual(['volume 0.4'])
})

describe('the radio', () => {
  test('plays: the music makes way, then is gone, and songs are asked for; it stops: the other way round', () => {
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

  test('has another station: songs are its own', () => {
    useRadio.setState({ station: 'rinse' })
    expect(called).toEqual(['songs of rinse'])
  })

  test('is lost, and the network comes back: it is looked for at once', () => {
    window.dispatchEvent(new Event('online'))
    expect(called).toEqual(['retry'])
  })
})

describe('favourites', () => {
  test('are followed once somebody looks or listens, whether there are songs or not', () => {
    useAuth.setState({ user: { uid: 'alice', email: '', displayName: '' } })
    useRadio.setState({ status: 'playing' })
    called.length = 0
    useSongs.setState({ songs: [] })
    useSongs.setState({ songs: null, failed: true })
    expect(called).toEqual(['favourites of alice', 'favourites of alice'])
  })

  test('are nobody’s while nobody is signed in', () => {
    useAuth.setState({ user: null })
    useSongs.setState({ songs: [] })
    expect(called).toEqual([])
  })
})

describe('lock screens and headsets', () => {
  const song = { artist: 'Null Route', title: 'Handshake', album: null, date: null }

  test('know what plays: the station, then its song', () => {
    useRadio.setState({ status: 'playing' })
    expect(session).toMatchObject({
      metadata: { title: 'DEF CON Radio', artist: '', album: 'DEF CON Radio' },
      playbackState: 'playing',
    })
    useSongs.setState({ songs: [song] })
    expect(session.metadata).toEqual(new Metadata({ title: 'Handshake', artist: 'Null Route', album: 'DEF CON Radio' }))
    useRadio.setState({ status: 'paused' })
    expect(session.playbackState).toBe('paused')
  })

  test('know nothing once nobody is signed in, nor before somebody has listened', () => {
    useRadio.setState({ status: 'playing' })
    useRadio.setState({ station: null, status: 'paused' })
    expect(session).toMatchObject({ metadata: null, playbackState: 'none' })
    useRadio.setState({ station: 'defcon' })
    expect(session).toMatchObject({ metadata: null, playbackState: 'none' })
  })

  test.each([
    ['play', 'play defcon'],
    ['pause', 'pause'],
    ['stop', 'pause'],
    ['nexttrack', 'play dronezone'],
    ['previoustrack', 'play groovesalad'],
  ])('have a key: %s', (key, expected) => {
    keys.get(key)?.()
    expect(called).toEqual([expected])
  })
})
