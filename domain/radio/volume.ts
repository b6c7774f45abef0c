/** One press of the codec's volume keys, in percent (specification §2). */
export const VOLUME_STEP_PERCENT = 5

/** The glass shows the volume as so many bars (specification §2). */
export const VOLUME_BARS = 6

const PERCENT = 100

/** 0 to 1 as whole percent. */
export const volumePercent = (volume: number): number => Math.round(volume * PERCENT)

/** The volume some presses louder or, below zero, softer; 0 to 1, never beyond (specification §5). */
export function stepVolume(volume: number, presses: number): number {
  const percent = volumePercent(volume) + presses * VOLUME_STEP_PERCENT
  return Math.min(Math.max(percent, 0), PERCENT) / PERCENT
}

/** How many of the bars are lit. Only silence lights none. */
export const litBars = (volume: number): number => (volume === 0 ? 0 : Math.max(1, Math.round(volume * VOLUME_BARS)))

/** What is said where a page cannot change how loud the radio is, as on iOS. */
export const VOLUME_FIXED_TEXT = 'The buttons of this device set the radio’s volume.'
