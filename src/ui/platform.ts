/** Vibration patterns in ms (specification §2). Devices without a motor ignore them. */
const VIBRATION_PATTERNS = { tap: [50], longPress: [100, 50, 100] }

export function vibrate(pattern: keyof typeof VIBRATION_PATTERNS): void {
  // Not every browser has `vibrate`, although its type says so.
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION_PATTERNS[pattern])
}

/**
 * Returns whether the app's settings or the operating system request reduced motion. `applyTextSizeAndMotion` sets the attribute.
 */
export const isMotionReduced = (): boolean => document.documentElement.hasAttribute('data-calm')

/** Returns whether shortcuts use Cmd and not Ctrl. */
export const isMac = (): boolean => /Mac|iPod|iPhone|iPad/.test(navigator.platform)
