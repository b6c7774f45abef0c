import { createWebChannelTransport, WebChannel } from '@firebase/webchannel-wrapper/webchannel-blob'
import * as z from 'zod/mini'

export type ListenChannel = {
  /** Sends a message. The messages of the event loop turn that opened the channel are sent with its handshake. */
  send(message: object): void
  close(): void
}

export type ChannelDeps = {
  /** Such as `https://firestore.googleapis.com`. */
  readonly baseUrl: string
  /** Such as `projects/p/databases/(default)`. */
  readonly database: string
  readonly headers: { readonly [name: string]: string }
  readonly onMessage: (message: unknown) => void
  /** Called when the connection is lost or the server has ended it. */
  readonly onEnd: () => void
}

/** Parameters that have no public option. */
const INTERNAL_PARAMETERS = {
  // All messages to the server are small. If a request takes longer than this, it is lost, and is sent again.
  forwardChannelRequestTimeoutMs: 60_000,
  // WebChannel repeats a failed request three times, after a delay from the first value up to the sum of both. With its
  // own values of 5 and 10 seconds, a lost connection would stay unnoticed for more than a minute.
  baseRetryDelayMs: 1000,
  retryDelaySeedMs: 1000,
}

const MessageEvent = z.object({ data: z.array(z.unknown()) })

/** Opens a channel to Firestore's Listen RPC. */
export function openListenChannel({ baseUrl, database, headers, onMessage, onEnd }: ChannelDeps): ListenChannel {
  const initMessageHeaders = {}
  // The package declares the values of the headers with a type that no value has.
  Object.assign(initMessageHeaders, headers)
  const url = `${baseUrl}/google.firestore.v1.Firestore/Listen/channel`
  const channel = createWebChannelTransport().createWebChannel(url, {
    // The server routes all requests of a channel by this parameter and by the name of the database.
    httpSessionIdParam: 'gsessionid',
    messageUrlParams: { database },
    initMessageHeaders,
    // Sends the headers inside the first request's body, so that the browser needs no preflight request.
    encodeInitMessageHeaders: true,
    sendRawJson: true,
    supportsCrossDomainXhr: true,
    internalChannelParams: INTERNAL_PARAMETERS,
    // Switches to long polling behind a proxy that delays answers until they are complete.
    detectBufferingProxy: true,
  })
  // WebChannel ignores errors of this function, so it must not throw.
  channel.listen(WebChannel.EventType.MESSAGE, (event) => onMessage(MessageEvent.safeParse(event).data?.data[0]))
  channel.listen(WebChannel.EventType.ERROR, onEnd)
  channel.listen(WebChannel.EventType.CLOSE, onEnd)
  channel.open()
  return channel
}
