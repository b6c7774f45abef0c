import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_AI_SETTINGS } from './aiSettings.ts'
import { parseStoredSettings } from './settings.ts'
import { THEME_STATIONS } from '#domain/radio/stations.ts'

describe('stored settings document', () => {
  test('returns only the settings that the document has', () => {
    expect(parseStoredSettings({ topK: 7, theme: 'camo', savedSearches: ['x'] })).toEqual({ topK: 7, theme: 'camo' })
  })

  test('returns a station for every theme if the document has stations', () => {
    const themeStations = { ...THEME_STATIONS, camo: 'rinse', jungleops: 'groovesalad' }
    expect(parseStoredSettings({ themeStations: { camo: 'rinse', mgs: 'pirate' } })).toEqual({ themeStations })
  })

  test('replaces an invalid AI setting with its default, and omits an invalid theme and invalid stations', () => {
    expect(parseStoredSettings({ topK: 'many', theme: 'neon', themeStations: 7 })).toEqual({
      topK: DEFAULT_AI_SETTINGS.topK,
    })
  })

  test('parses any document into valid settings and never throws', () => {
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
