import { expect, test } from 'vitest'
import {
  AlreadyFavorite,
  favoriteFailure,
  favoriteKey,
  favoritesFile,
  FavoritesNeedUser,
  type Favorite,
} from './favorites.ts'

const song = { artist: 'Peat', title: 'Bog Oak' }

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
  expect(favoriteFailure(error)).toBe(text)
})

test('the file has a row for each, and no formulas', () => {
  const favorite: Favorite = { ...song, id: 'x', album: 'Wet, "Standing"', station: 'dronezone', dateAdded: 0 }
  expect(favoritesFile([favorite, { ...favorite, artist: '=HYPERLINK()', album: null }])).toBe(
    '\uFEFFArtist,Title,Album,Station,Added\r\n' +
      'Peat,Bog Oak,"Wet, ""Standing""",Drone Zone,1970-01-01T00:00:00.000Z\r\n' +
      "'=HYPERLINK(),Bog Oak,,Drone Zone,1970-01-01T00:00:00.000Z\r\n",
  )
})
