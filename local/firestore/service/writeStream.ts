import { invalidArgument } from '#local/firestore/core/errors.ts'
import { readList, readObject, rejectUnknownKeys } from '#local/firestore/core/json.ts'

/**
 * The server side of a Write stream. `handle` answers one request; if `ended` is true, the stream ends after the
 * answer.
 */
export type WriteStream = { handle(request: unknown): { readonly answer: object; readonly ended: boolean } }

/**
 * Implements the protocol of a Write stream. The first request is a handshake with the name of the database. Every
 * further request is a batch of writes, answered in order. Stream tokens are values of a counter and are not checked,
 * as in the official emulator.
 */
export function writeStream(database: string, commit: (writes: readonly unknown[]) => object): WriteStream {
  let answered = -1
  const streamToken = () => Buffer.from(String(++answered)).toString('base64')

  return {
    handle(request) {
      const object = readObject(request, 'write request')
      rejectUnknownKeys(object, ['database', 'streamId', 'writes', 'streamToken', 'labels'], 'write request')
      const named = object['database']
      const writes = readList(object['writes'], 'writes')
      if (answered === -1) {
        if (typeof named !== 'string' || named === '')
          throw invalidArgument("'database' must be set on an initial write request.")
        if (writes.length > 0) throw invalidArgument("'writes' must not be set on an initial write request.")
        if (object['streamId']) throw invalidArgument('Resuming streams is not supported, do not set stream ID.')
        if (object['streamToken'])
          throw invalidArgument(
            "Resuming streams is not supported, 'stream_token' must not be set on an initial write request.",
          )
      }
      if (typeof named === 'string' && named !== '' && named !== database)
        throw invalidArgument(
          `Request specified a database (${named}) that did not match the expected database (${database})`,
        )
      if (answered === -1) return { answer: { streamId: '0', streamToken: streamToken() }, ended: false }
      if (writes.length === 0) return { answer: { streamToken: streamToken() }, ended: true }
      return { answer: { streamToken: streamToken(), ...commit(writes) }, ended: false }
    },
  }
}
