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
const KEPT: Favorite = { ...song, id: 'x', station: 'defcon', dateAdded: 0 }

test('the same song on the same station is the same favourite, and on another one another', () => {
  expect(favoriteKey('dronezone', song)).toBe(favoriteKey('dronezone', { ...song }))
  expect(favoriteKey('dronezone', song)).not.toBe(favoriteKey('defcon', song))
})

test('what artist and title are cannot be confused by where one ends', () => {
  expect(favoriteKey('defcon', { artist: 'a","b', title: 'c' })).not.toBe(
    favoriteKey('defcon', { artist: 'a', title: 'b","c' }),
  )
})

test.each([
  [new AlreadyFavorite(), 'Song is already in favorites'],
  [new FavoritesNeedUser(), 'Please sign in to favorite songs'],
  [new Error('unavailable'), 'Failed to update favorites'],
])('%s', (error, text) => {
  expect(favoriteErrorText(error)).toBe(text)
})

test('the file has a row for each, and no formulas', () => {
  const favorite: Favorite = { ...song, id: 'x', album: 'Wet, "Standing"', station: 'dronezone', dateAdded: 0 }
  expect(toFavoritesCsv([favorite, { ...favorite, artist: '=HYPERLINK()', album: null }])).toBe(
    '\uFEFFArtist,Title,Album,Station,Added\r\n' +
      'Peat,Bog Oak,"Wet, ""Standing""",Drone Zone,1970-01-01T00:00:00.000Z\r\n' +
      "'=HYPERLINK(),Bog Oak,,Drone Zone,1970-01-01T00:00:00.000Z\r\n",
  )
})

test('a song is a favourite on the station where it was added', () => {
  expect(isFavorite([KEPT], 'defcon', song)).toBe(true)
  expect(isFavorite([KEPT], 'rinse', song)).toBe(false)
  expect(isFavorite([KEPT], 'defcon', { ...song, title: 'Sphagnum' })).toBe(false)
  expect(isFavorite(null, 'defcon', song)).toBe(false)
})
