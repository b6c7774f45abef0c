import {
  DEFAULT_FREQUENCY,
  DIAL,
  FIRST_PRESET,
  PRESETS,
  presetOf,
  TENTHS_PER_MHZ,
  toTenthsOfMhz,
  type Band,
  type Preset,
} from './frequency.ts'

/** Step of the codec's buttons (specification §9). */
export const CODEC_STEP = 0.5

/** How long the tuning indicator stays on (specification §4). */
export const TUNING_INDICATOR_MS = 200

/** Centers of the interference zones, which extend INTERFERENCE_REACH to both sides (specification §4). */
const INTERFERENCE_FREQUENCIES = [91.5, 100.1, 112.4, 120.8, 130.2]
const INTERFERENCE_REACH = 2

/** Returns the nearest frequency on the dial with one decimal. NaN becomes the default. */
export function clampToDial(frequency: number): number {
  if (Number.isNaN(frequency)) return DEFAULT_FREQUENCY
  return (
    Math.min(Math.max(toTenthsOfMhz(frequency), toTenthsOfMhz(DIAL.low)), toTenthsOfMhz(DIAL.high)) / TENTHS_PER_MHZ
  )
}

/** The small and the large step of the settings panel (specification §9). */
export const FINE_STEP = 0.1

/**
 * Parses a typed frequency, rounded to one decimal; undefined for anything that is not on the dial (specification §5).
 * Accepts a decimal comma and a unit.
 */
export function parseFrequency(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(',', '.')
    .replace(/\s*mhz$/i, '')
  const frequency = text === '' ? Number.NaN : Number(text)
  return frequency >= DIAL.low && frequency <= DIAL.high ? clampToDial(frequency) : undefined
}

/** Returns the preset that the mode button selects: the one after the current preset, wrapping around. */
export function nextPreset(frequency: number): Preset {
  const next = PRESETS.indexOf(presetOf(frequency)) + 1
  return PRESETS[next % PRESETS.length] ?? FIRST_PRESET
}

/** Returns the frequency of the first preset above a frequency, or the end of the dial. */
export const presetAbove = (frequency: number): number =>
  PRESETS.find((preset) => toTenthsOfMhz(preset.frequency) > toTenthsOfMhz(frequency))?.frequency ?? DIAL.high

/** Returns the frequency of the last preset below a frequency, or the start of the dial. */
export const presetBelow = (frequency: number): number =>
  PRESETS.findLast((preset) => toTenthsOfMhz(preset.frequency) < toTenthsOfMhz(frequency))?.frequency ?? DIAL.low

export const hasInterference = (frequency: number): boolean =>
  INTERFERENCE_FREQUENCIES.some(
    (at) => Math.abs(toTenthsOfMhz(frequency) - toTenthsOfMhz(at)) <= toTenthsOfMhz(INTERFERENCE_REACH),
  )

/** Formats a frequency with exactly one decimal: `112.4`. */
export const frequencyText = (frequency: number): string => frequency.toFixed(1)

/** `105.1–115.0` */
export const bandEndsText = ({ low, high }: Band): string => `${frequencyText(low)}–${frequencyText(high)}`

/** Formats a band for the display: `JUNGLE 105.1–115`. */
export function bandText({ name, low, high }: Band): string {
  return `${name.toUpperCase()} ${low === DIAL.low ? frequencyText(low) : low}–${high}`
}
