import { describe, expect, test } from 'vitest'
import { nextStation, parseThemeStations, STATIONS, searchStations, THEME_STATIONS } from './stations.ts'

describe('stations of the themes', () => {
  test.each([null, '', '{', 'null', '[]', '7', '"desert"'])(
    'rejects %j as a stored map from themes to stations',
    (stored) => {
      expect(parseThemeStations(stored)).toBeUndefined()
    },
  )

  test('uses Bassdrive for the jungle theme if no map of stations is stored', () => {
    expect(THEME_STATIONS.jungleops).toBe('bassdrive')
  })

  test('parses a map of stations that the database stores as an object', () => {
    expect(parseThemeStations({ camo: 'rinse' })?.camo).toBe('rinse')
  })

  test('uses Groove Salad for the jungle theme if a stored map contains no station for this theme', () => {
    expect(parseThemeStations('{}')).toEqual({ ...THEME_STATIONS, jungleops: 'groovesalad' })
  })

  test('keeps valid stored stations and replaces invalid stations with the defaults', () => {
    expect(parseThemeStations('{"jungleops":"rinse","nightops":"pirate","lgs":7,"other":"defcon"}')).toEqual({
      ...THEME_STATIONS,
      jungleops: 'rinse',
    })
  })
})

test('wraps around the list of stations in both directions', () => {
  const around = STATIONS.reduce(({ key, seen }) => ({ key: nextStation(key), seen: [...seen, key] }), {
    key: STATIONS[0]?.key ?? 'rinse',
    seen: [''],
  })
  expect(around.key).toBe(STATIONS[0]?.key)
  expect(new Set(around.seen.slice(1))).toEqual(new Set(STATIONS.map(({ key }) => key)))
  expect(nextStation(nextStation('defcon'), -1)).toBe('defcon')
  expect(nextStation('bassdrive', -1)).toBe('sonicuniverse')
})

test.each<[string, readonly string[]]>([
  ['drone', ['dronezone']],
  ['london', ['rinse']],
  ['AMBIENT space', ['synphaera', 'deepspaceone']],
  ['lounge', ['secretagent']],
  ['', STATIONS.map(({ key }) => key)],
  ['polka', []],
])('finds stations by the search text %j', (typed, keys) => {
  expect(searchStations(typed).map(({ key }) => key)).toEqual(keys)
})
