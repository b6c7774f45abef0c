let context: AudioContext | undefined

/**
 * Returns the audio context that all sounds of the app except the radio share, or undefined if the browser does not
 * support Web Audio.
 */
export function audioContext(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined
  context ??= new AudioContext({ latencyHint: 'interactive' })
  return context
}

/** Events that may unlock audio. Browsers differ: on iOS, `pointerup` unlocks audio, but `pointerdown` does not. */
const GESTURES = ['pointerdown', 'pointerup', 'touchend', 'click', 'keydown'] as const

/**
 * Resolves when the browser allows audio, which requires a user gesture. Never resolves in a browser without Web Audio.
 */
export function whenAudible(): Promise<AudioContext> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const gesture of GESTURES) window.removeEventListener(gesture, attempt, true)
    }
    const attempt = () => {
      const audible = audioContext()
      if (!audible) return stop()
      void audible.resume().then(() => {
        stop()
        resolve(audible)
      })
    }
    for (const gesture of GESTURES) window.addEventListener(gesture, attempt, true)
    if (navigator.userActivation?.hasBeenActive) attempt()
  })
}
