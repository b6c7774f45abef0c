/*
 * Fault injection by URL: every URL of the local radio accepts a fault as `?fault=<name>`. Stream URLs also accept the
 * time until the fault as `&after=<ms>`. The server stores no faults, so concurrent tests do not affect each other.
 *
 * The faults of a stream are `reset` (resets the connection), `stall` (sends no more data), `end` (ends the stream like
 * a file), `slow` (sends no data before that time), `full` (answers 503) and `private` (sends no CORS headers).
 *
 *   curl '127.0.0.1:8090/streams/defcon?fault=stall&after=3000'
 */

const DEFAULT_AFTER_MS = 1000

export type Fault = { readonly name: string; readonly afterMs: number }

/** Returns the fault in the parameters of a URL, or undefined. */
export function parseFault(parameters: URLSearchParams): Fault | undefined {
  const name = parameters.get('fault')
  const after = Number(parameters.get('after') ?? DEFAULT_AFTER_MS)
  return name === null ? undefined : { name, afterMs: Number.isFinite(after) ? after : DEFAULT_AFTER_MS }
}

/** The faulty answer to a request for a playlist, a list of songs or the directory. */
type Answer = { readonly status: number; readonly body: string }

/** The faults of a playlist by name. Each function converts the correct playlist to a faulty answer. */
export const PLAYLIST_FAULTS: { readonly [fault: string]: (good: string) => Answer } = {
  missing: () => ({ status: 404, body: 'There is no such thing.' }),
  empty: () => ({ status: 200, body: '[playlist]\nnumberofentries=0\n' }),
  /** A valid but unusual playlist: a byte order mark, capitals, CRLF line ends, and the tenth file first. */
  odd: (good) => ({
    status: 200,
    body: `\uFEFF${good.replace('File1=', 'File10=http://127.0.0.1:1/tenth\nFILE1 = ').replaceAll('\n', '\r\n')}`,
  }),
  elsewhere: () => ({ status: 200, body: '[playlist]\nFile1=http://169.254.169.254/latest/meta-data\n' }),
  script: () => ({ status: 200, body: '[playlist]\nFile1=javascript:alert(1)\n' }),
  long: (good) => ({ status: 200, body: good + ';'.repeat(1_000_000) }),
}

/** The faults of the directory and of a list of songs by name. Each function returns the faulty answer. */
export const LIST_FAULTS: { readonly [fault: string]: () => Answer } = {
  down: () => ({ status: 503, body: 'The service is down.' }),
  page: () => ({ status: 200, body: '<!doctype html><title>Maintenance</title>' }),
  /** Answers with values of wrong types, and with texts that must be sanitized before display. */
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
