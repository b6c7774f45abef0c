/** What the phone's motor does (specification §2). Devices without one ignore it. */
const VIBRATION_PATTERNS = { tap: [50], longPress: [100, 50, 100] }

export function vibrate(pattern: keyof typeof VIBRATION_PATTERNS): void {
  // Not every browser has it, whatever its types say.
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION_PATTERNS[pattern])
}

/** Whether the person wants things to move less; `showComfort` has asked. */
export const isMotionReduced = (): boolean => document.documentElement.hasAttribute('data-calm')

/** Whether shortcuts are made with Cmd here. */
export const isMac = (): boolean => /Mac|iPod|iPhone|iPad/.test(navigator.platform)
