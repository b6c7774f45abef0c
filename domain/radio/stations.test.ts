import { describe, expect, test } from 'vitest'
import { nextStation, parseThemeStations, STATIONS, searchStations, THEME_STATIONS } from './stations.ts'

describe('the stations of the themes', () => {
  test.each([null, '', '{', 'null', '[]', '7', '"desert"'])('%j is no map', (stored) => {
    expect(parseThemeStations(stored)).toBeUndefined()
  })

  test('without a map the jungle has its built-in one', () => {
    expect(THEME_STATIONS.jungleops).toBe('bassdrive')
  })

  test('a database has the map as an object', () => {
    expect(parseThemeStations({ camo: 'rinse' })?.camo).toBe('rinse')
  })

  test('a stored map without the jungle has another station there', () => {
    expect(parseThemeStations('{}')).toEqual({ ...THEME_STATIONS, jungleops: 'groovesalad' })
  })

  test('what is chosen holds, and what is no station does not', () => {
    expect(parseThemeStations('{"jungleops":"rinse","nightops":"pirate","lgs":7,"other":"defcon"}')).toEqual({
      ...THEME_STATIONS,
      jungleops: 'rinse',
    })
  })
})

test('the next station goes around the catalogue, both ways', () => {
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
])('a search for %j', (typed, keys) => {
  expect(searchStations(typed).map(({ key }) => key)).toEqual(keys)
})
