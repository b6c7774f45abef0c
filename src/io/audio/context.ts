let context: AudioContext | undefined

/** The audio context in which effects and background music sound; undefined where a browser has none. */
export function audioContext(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined
  context ??= new AudioContext({ latencyHint: 'interactive' })
  return context
}

/** What a person does that lets a page make sounds. */
const GESTURES = ['pointerdown', 'keydown', 'touchend'] as const

/** Resolves once the browser lets the page make sounds, which is when somebody has touched it; never without an audio context. */
export async function whenAudible(): Promise<AudioContext> {
  if (!navigator.userActivation?.hasBeenActive) await firstGesture()
  const audible = audioContext()
  if (!audible) return new Promise(() => {})
  await audible.resume()
  return audible
}

const firstGesture = (): Promise<void> =>
  new Promise((resolve) => {
    const touched = () => {
      for (const gesture of GESTURES) window.removeEventListener(gesture, touched, true)
      resolve()
    }
    for (const gesture of GESTURES) window.addEventListener(gesture, touched, true)
  })
