/** A stream whose time stands still for so long is lost, whatever its connection says. */
export const STALLED_MS = 6000
/** How often its time is looked at. */
export const WATCHED_EVERY_MS = 1000
/** A stream that does not sound after so long does not play. */
export const STARTED_WITHIN_MS = 12_000
/** A lost stream is asked for again after these, and given up after the last. */
export const RETRY_AFTER_MS = [1000, 2000, 4000, 8000, 15_000]
/** One that has played for so long is sound again: the next time it is lost, the first wait is short again. */
export const STEADY_MS = 10_000

/** So much of the volume is left while somebody speaks into the microphone. */
const DUCKED = 0.2

/** @param volume 0 to 1 */
export const heardVolume = (volume: number, ducked: boolean): number => (ducked ? volume * DUCKED : volume)

/** What the sleep timer offers, in minutes. */
export const SLEEP_MINUTES = [15, 30, 60, 90]
