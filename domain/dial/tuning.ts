import {
  DEFAULT_FREQUENCY,
  DIAL,
  FIRST_PRESET,
  PRESETS,
  presetOf,
  TENTHS,
  tenths,
  type Band,
  type Preset,
} from './frequency.ts'

/* Moving along the dial, and saying where it stands (specification §4 and §5). */

/** One press of the codec's keys (specification §9). */
export const CODEC_STEP = 0.5

/** A tuning stays marked as one for so long (specification §4). */
export const TUNING_INDICATOR_MS = 200

/** Around these, and as far as INTERFERENCE_REACH from them, other stations come through (specification §4). */
const INTERFERENCE_FREQUENCIES = [91.5, 100.1, 112.4, 120.8, 130.2]
const INTERFERENCE_REACH = 2

/** The nearest frequency that is on the dial, with one decimal. What is no number at all is the default. */
export function clampToDial(frequency: number): number {
  if (Number.isNaN(frequency)) return DEFAULT_FREQUENCY
  return Math.min(Math.max(tenths(frequency), tenths(DIAL.low)), tenths(DIAL.high)) / TENTHS
}

/** A step of the settings' panel, and the bigger one beside it (specification §9). */
export const FINE_STEP = 0.1

/**
 * A frequency that somebody has typed, with one decimal; undefined for what is no number or not on the dial
 * (specification §5). A comma is a point, and the unit may stand behind.
 */
export function parseFrequency(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(',', '.')
    .replace(/\s*mhz$/i, '')
  const frequency = text === '' ? Number.NaN : Number(text)
  return frequency >= DIAL.low && frequency <= DIAL.high ? clampToDial(frequency) : undefined
}

/** Where the mode button goes: to the preset after the one in force, and from the last to the first. */
export function nextPreset(frequency: number): Preset {
  const next = PRESETS.indexOf(presetOf(frequency)) + 1
  return PRESETS[next % PRESETS.length] ?? FIRST_PRESET
}

/** The first preset above a frequency; the dial's end where there is none. */
export const presetAbove = (frequency: number): number =>
  PRESETS.find((preset) => tenths(preset.frequency) > tenths(frequency))?.frequency ?? DIAL.high

/** The last preset below a frequency; the dial's start where there is none. */
export const presetBelow = (frequency: number): number =>
  PRESETS.findLast((preset) => tenths(preset.frequency) < tenths(frequency))?.frequency ?? DIAL.low

export const hasInterference = (frequency: number): boolean =>
  INTERFERENCE_FREQUENCIES.some((at) => Math.abs(tenths(frequency) - tenths(at)) <= tenths(INTERFERENCE_REACH))

/** `112.4`, always with its decimal. */
export const frequencyText = (frequency: number): string => frequency.toFixed(1)

/** `105.1–115.0` */
export const bandEndsText = ({ low, high }: Band): string => `${frequencyText(low)}–${frequencyText(high)}`

/** `JUNGLE 105.1–115`, as the glass shows the band. */
export function bandText({ name, low, high }: Band): string {
  return `${name.toUpperCase()} ${low === DIAL.low ? frequencyText(low) : low}–${high}`
}
