import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_AI_SETTINGS } from './aiSettings.ts'
import { parseStoredSettings } from './settings.ts'
import { THEME_STATIONS } from '#domain/radio/stations.ts'

describe('a stored document', () => {
  test('gives what it has, and nothing else', () => {
    expect(parseStoredSettings({ topK: 7, theme: 'camo', savedSearches: ['x'] })).toEqual({ topK: 7, theme: 'camo' })
  })

  test('gives the stations of all themes, where it has any', () => {
    const themeStations = { ...THEME_STATIONS, camo: 'rinse', jungleops: 'groovesalad' }
    expect(parseStoredSettings({ themeStations: { camo: 'rinse', mgs: 'pirate' } })).toEqual({ themeStations })
  })

  test('with a value that cannot be read gives the default, or leaves it out', () => {
    expect(parseStoredSettings({ topK: 'many', theme: 'neon', themeStations: 7 })).toEqual({
      topK: DEFAULT_AI_SETTINGS.topK,
    })
  })

  test('of any kind is read without an error, to settings that are valid', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record({ theme: fc.anything(), themeStations: fc.anything(), topK: fc.anything() }, { requiredKeys: [] }),
        ),
        (stored) => {
          const read = parseStoredSettings(stored)
          expect(parseStoredSettings(read)).toEqual(read)
        },
      ),
    )
  })
})
