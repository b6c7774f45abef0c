/*
 * Faults on demand: every address of the local radio takes `?fault=<name>`, and those of a stream besides `&after=<ms>`,
 * so that nothing has to be switched on and off again and nobody else is disturbed.
 *
 * A stream can `reset` its connection, `stall` (nothing more comes), `end` like a file, be `slow` (nothing comes before),
 * `full` (503), or `private` (no page may look into it).
 *
 *   curl '127.0.0.1:8090/streams/defcon?fault=stall&after=3000'
 */

const DEFAULT_AFTER_MS = 1000

export type Fault = { readonly name: string; readonly afterMs: number }

/** The fault that an address asks for, if it does. */
export function parseFault(parameters: URLSearchParams): Fault | undefined {
  const name = parameters.get('fault')
  const after = Number(parameters.get('after') ?? DEFAULT_AFTER_MS)
  return name === null ? undefined : { name, afterMs: Number.isFinite(after) ? after : DEFAULT_AFTER_MS }
}

/** Texts and statuses in place of what would be right, by the fault's name. */
type Answer = { readonly status: number; readonly body: string }

/** @param good the playlist as it should be */
export const PLAYLIST_FAULTS: { readonly [fault: string]: (good: string) => Answer } = {
  missing: () => ({ status: 404, body: 'There is no such thing.' }),
  empty: () => ({ status: 200, body: '[playlist]\nnumberofentries=0\n' }),
  /** As some servers write it: a byte order mark, capitals, the ends of lines of another system, the tenth file first. */
  odd: (good) => ({
    status: 200,
    body: `\uFEFF${good.replace('File1=', 'File10=http://127.0.0.1:1/tenth\nFILE1 = ').replaceAll('\n', '\r\n')}`,
  }),
  elsewhere: () => ({ status: 200, body: '[playlist]\nFile1=http://169.254.169.254/latest/meta-data\n' }),
  script: () => ({ status: 200, body: '[playlist]\nFile1=javascript:alert(1)\n' }),
  long: (good) => ({ status: 200, body: good + ';'.repeat(1_000_000) }),
}

/** In place of the directory, or of a list of songs. */
export const LIST_FAULTS: { readonly [fault: string]: () => Answer } = {
  down: () => ({ status: 503, body: 'The service is down.' }),
  page: () => ({ status: 200, body: '<!doctype html><title>Maintenance</title>' }),
  /** Wrong types, and texts that nobody should see as they are. */
  hostile: () => ({
    status: 200,
    body: JSON.stringify({
      channels: [
        null,
        { id: 7 },
        { id: 'defcon', playlists: [{ url: 'javascript:alert(1)', format: 'mp3', quality: 'highest' }] },
      ],
      songs: [
        null,
        { title: 7 },
        { title: '<img src=x onerror=alert(1)>\u202E\u0007', artist: 'A'.repeat(10_000), album: '', date: 'soon' },
      ],
    }),
  }),
}
