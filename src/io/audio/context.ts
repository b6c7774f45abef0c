let context: AudioContext | undefined

/** The audio context in which effects and background music sound; undefined where a browser has none. */
export function audioContext(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined
  context ??= new AudioContext({ latencyHint: 'interactive' })
  return context
}

/** What may let a page make sounds. Browsers differ: for iOS a finger that goes down does not count, one that goes up does. */
const GESTURES = ['pointerdown', 'pointerup', 'touchend', 'click', 'keydown'] as const

/** Resolves once the browser lets the page make sounds, which takes a gesture; never without an audio context. */
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
