/** Step of the codec's volume buttons, in percent (specification §2). */
export const VOLUME_STEP_PERCENT = 5

/** Number of volume bars on the display (specification §2). */
export const VOLUME_BARS = 6

const PERCENT = 100

/** Converts a volume from 0 to 1 into whole percent. */
export const volumePercent = (volume: number): number => Math.round(volume * PERCENT)

/** Changes a volume by a number of steps, clamped to 0 to 1 (specification §5). */
export function stepVolume(volume: number, presses: number): number {
  const percent = volumePercent(volume) + presses * VOLUME_STEP_PERCENT
  return Math.min(Math.max(percent, 0), PERCENT) / PERCENT
}

/** Returns the number of lit bars. No bar is lit only at volume 0. */
export const litBars = (volume: number): number => (volume === 0 ? 0 : Math.max(1, Math.round(volume * VOLUME_BARS)))

/** Hint shown on systems such as iOS, where a web page cannot set the volume. */
export const VOLUME_FIXED_TEXT = 'Use the volume buttons of this device.'
