import { expect, test } from 'vitest'
import {
  AlreadyFavorite,
  favoriteErrorText,
  favoriteKey,
  toFavoritesCsv,
  FavoritesNeedUser,
  isFavorite,
  type Favorite,
} from './favorites.ts'

const song = { artist: 'Peat', title: 'Bog Oak', album: null, date: null }
const FAVORITE: Favorite = { ...song, id: 'x', station: 'defcon', dateAdded: 0 }

test('creates the same key for the same song and station, and another key for another station', () => {
  expect(favoriteKey('dronezone', song)).toBe(favoriteKey('dronezone', { ...song }))
  expect(favoriteKey('dronezone', song)).not.toBe(favoriteKey('defcon', song))
})

test('creates different keys for two songs even if joining artist and title gives the same text', () => {
  expect(favoriteKey('defcon', { artist: 'a","b', title: 'c' })).not.toBe(
    favoriteKey('defcon', { artist: 'a', title: 'b","c' }),
  )
})

test.each([
  [new AlreadyFavorite(), 'Song is already in favorites'],
  [new FavoritesNeedUser(), 'Please sign in to favorite songs'],
  [new Error('unavailable'), 'Failed to update favorites'],
])('converts the error %s to a message for the user', (error, text) => {
  expect(favoriteErrorText(error)).toBe(text)
})

test('exports a CSV row for each favorite and escapes spreadsheet formulas', () => {
  const favorite: Favorite = { ...song, id: 'x', album: 'Wet, "Standing"', station: 'dronezone', dateAdded: 0 }
  expect(toFavoritesCsv([favorite, { ...favorite, artist: '=HYPERLINK()', album: null }])).toBe(
    '\uFEFFArtist,Title,Album,Station,Added\r\n' +
      'Peat,Bog Oak,"Wet, ""Standing""",Drone Zone,1970-01-01T00:00:00.000Z\r\n' +
      "'=HYPERLINK(),Bog Oak,,Drone Zone,1970-01-01T00:00:00.000Z\r\n",
  )
})

test('recognizes a favorite song only on the station on which the song was added', () => {
  expect(isFavorite([FAVORITE], 'defcon', song)).toBe(true)
  expect(isFavorite([FAVORITE], 'rinse', song)).toBe(false)
  expect(isFavorite([FAVORITE], 'defcon', { ...song, title: 'Sphagnum' })).toBe(false)
  expect(isFavorite(null, 'defcon', song)).toBe(false)
})
