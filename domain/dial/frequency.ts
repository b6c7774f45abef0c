import type { Theme } from './themes.ts'

/*
 * The dial (specification §4). Frequencies are megahertz with one decimal. Comparisons use whole tenths, because 102.1
 * - 100.1 is not exactly 2 in floating point.
 */

/** The ends of the dial. Both are valid frequencies. */
export const DIAL = { low: 88, high: 135 } as const

/** The frequency before the first tuning and after signing out (specification §9). */
export const DEFAULT_FREQUENCY = 112.4

export type Preset = { readonly frequency: number; readonly name: string }

export const FIRST_PRESET: Preset = { frequency: DIAL.low, name: 'STEALTH' }

/** Each preset applies from its frequency up to the frequency of the next preset. */
export const PRESETS: readonly Preset[] = [
  FIRST_PRESET,
  { frequency: 91.5, name: 'RECON' },
  { frequency: 100.1, name: 'TACTICAL' },
  { frequency: 112.4, name: 'COMBAT' },
  { frequency: 120.8, name: 'SUPPORT' },
  { frequency: 130.2, name: 'COMMAND' },
]

export type BandName = 'desert' | 'night' | 'jungle' | 'arctic' | 'urban'

/** A range of the dial, including both ends. Selecting the band's theme tunes the dial to `frequency`. */
export type Band = {
  readonly name: BandName
  readonly low: number
  readonly high: number
  readonly frequency: number
  readonly theme: Theme
}

const JUNGLE: Band = {
  name: 'jungle',
  low: 105.1,
  high: 115,
  frequency: 112.4,
  theme: 'jungleops',
}

/** The bands cover all frequencies of the dial. */
export const BANDS: readonly Band[] = [
  {
    name: 'desert',
    low: 88,
    high: 95,
    frequency: 91.5,
    theme: 'desertops',
  },
  {
    name: 'night',
    low: 95.1,
    high: 105,
    frequency: 100.1,
    theme: 'nightops',
  },
  JUNGLE,
  {
    name: 'arctic',
    low: 115.1,
    high: 125,
    frequency: 120.8,
    theme: 'arcticops',
  },
  {
    name: 'urban',
    low: 125.1,
    high: 135,
    frequency: 130.2,
    theme: 'urbanops',
  },
]

export const TENTHS_PER_MHZ = 10
/** Converts megahertz to whole tenths for comparison. */
export const toTenthsOfMhz = (frequency: number): number => Math.round(frequency * TENTHS_PER_MHZ)

/** Returns the band of a frequency; jungle for a frequency outside of all bands (specification §4). */
export function bandOf(frequency: number): Band {
  const at = toTenthsOfMhz(frequency)
  return BANDS.find(({ low, high }) => at >= toTenthsOfMhz(low) && at <= toTenthsOfMhz(high)) ?? JUNGLE
}

/** Returns the mode: the highest preset at or below the frequency. */
export const presetOf = (frequency: number): Preset =>
  PRESETS.findLast((preset) => toTenthsOfMhz(preset.frequency) <= toTenthsOfMhz(frequency)) ?? FIRST_PRESET
