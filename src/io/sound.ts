const TICK = { frequencyHz: 1800, seconds: 0.03 }

let context: AudioContext | undefined

/** The sound of a key, at 0 to 1. Browsers without sound, or not allowed to play yet, stay silent. */
export function playTick(volume: number): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const tone = new OscillatorNode(context, { type: 'square', frequency: TICK.frequencyHz })
  const level = new GainNode(context, { gain: volume * 0.08 })
  level.gain.setTargetAtTime(0, context.currentTime, TICK.seconds / 3)
  tone.connect(level).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + TICK.seconds)
}
