/** A stream whose time stands still for so long is lost, whatever its connection says. */
export const STALL_TIMEOUT_MS = 6000
/** How often its time is looked at. */
export const WATCH_INTERVAL_MS = 1000
/** A stream that does not sound after so long does not play. */
export const START_TIMEOUT_MS = 12_000
/** A lost stream is asked for again after these, and given up after the last. */
export const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]
/** One that has played for so long is sound again: the next time it is lost, the first wait is short again. */
export const STEADY_PLAYBACK_MS = 10_000

/** So much of the volume is left while somebody speaks into the microphone. */
const DUCKED_SHARE = 0.2

/** @param volume 0 to 1 */
export const effectiveVolume = (volume: number, ducked: boolean): number => (ducked ? volume * DUCKED_SHARE : volume)

/** What the sleep timer offers, in minutes. */
export const SLEEP_MINUTES = [15, 30, 60, 90]
