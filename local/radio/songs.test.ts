import { describe, expect, test } from 'vitest'
import { songsAt } from './songs.ts'
import { LOCAL_STATIONS } from './stations.ts'

const NOW = Date.UTC(2026, 10, 16, 8, 42)
const SECOND = 1000

describe.each(LOCAL_STATIONS.map(({ id }) => id))('songsAt for the station %s', (id) => {
  const songs = songsAt(id, NOW)
  const dates = songs.map(({ date }) => Number(date))

  test('songsAt returns the last twenty songs with artist, title and album, newest first', () => {
    expect(songs).toHaveLength(20)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect(songs.every(({ artist, title, album }) => artist && title && album)).toBe(true)
  })

  test('songsAt returns only songs that have started, and the newest song is still playing', () => {
    const [newest = 0] = dates
    expect(newest).toBeLessThanOrEqual(NOW / SECOND)
    expect(newest).toBeGreaterThan(NOW / SECOND - 330)
  })

  test('songsAt still lists the previous song, but not first, after the next song has started', () => {
    const over = NOW + 330 * SECOND
    const later = songsAt(id, over)
    expect(later[0]).not.toEqual(songs[0])
    expect(later).toContainEqual(songs[0])
  })
})

test('songsAt returns the same songs for the same time, and includes a song that starts at exactly this time', () => {
  const [song] = songsAt('defcon', NOW)
  const begun = Number(song?.date) * SECOND
  expect(songsAt('defcon', begun)[0]).toEqual(song)
  expect(songsAt('defcon', begun - 1)[0]).toEqual(songsAt('defcon', NOW)[1])
})

test('songsAt returns no songs for an unknown station', () => {
  expect(songsAt('nothing', NOW)).toEqual([])
})
