/** The interface's sounds (`public/sounds/<name>.mp3`, made by `npm run music`). */
export type Effect = 'key' | 'tune' | 'sent' | 'received' | 'fault'

export type Track = 'login' | 'main'

/** Background music: its file, and where in it one turn of the loop begins and ends, in seconds. */
export const TRACKS: { readonly [track in Track]: { readonly file: string; readonly turn: number } } = {
  login: { file: 'login_bckgrd', turn: 40 },
  main: { file: 'main', turn: 48 },
}

/**
 * A file of music holds one turn and a little more, so that a turn cut out of its middle repeats without a seam,
 * however much silence an encoder has put before it. Seconds.
 */
export const LOOP_START_SECONDS = 0.2

/** How background music comes and goes (specification §4 and §9). Volumes in hundredths, so that steps add up. */
export const FADE = {
  full: 30,
  everyMs: 50,
  up: 1,
  down: 2,
  dashboardAfterMs: 500,
  resumesAfterMs: 300,
} as const
