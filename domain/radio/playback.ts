/** A stream is lost if its playback position has not moved for this long, even if its connection seems fine. */
export const STALL_TIMEOUT_MS = 6000
/** How often the playback position is checked. */
export const STALL_CHECK_INTERVAL_MS = 1000
/** A stream that has not started after this time counts as failed. */
export const START_TIMEOUT_MS = 12_000
/** Delays before each attempt to reconnect to a lost stream. After the last attempt, playback stops with an error. */
export const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]
/** After a stream has played for this long, the next reconnection starts with the first delay again. */
export const STEADY_PLAYBACK_MS = 10_000

/** The volume is multiplied by this factor while the user speaks into the microphone. */
const DUCKED_SHARE = 0.2

/**
 * Returns the audible volume, which is lower while the user speaks.
 * @param volume 0 to 1
 */
export const effectiveVolume = (volume: number, ducked: boolean): number => (ducked ? volume * DUCKED_SHARE : volume)

/** Options of the sleep timer, in minutes. */
export const SLEEP_MINUTES = [15, 30, 60, 90]
