import * as z from 'zod/mini'
import { truncateText } from '#domain/text/graphemes.ts'
import { landingPath } from './landing.ts'
import { toPlainLine } from '#domain/text/plainText.ts'

/** A push notification. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** The path in this app that the notification opens. */
  readonly path: string
  /**
   * A new notification replaces an earlier notification with the same tag. If the tag is empty, the new notification
   * replaces none.
   */
  readonly tag: string
}

const MAX_TITLE_CHARACTERS = 100
const MAX_BODY_CHARACTERS = 300

const textField = (maxCharacters: number) =>
  z.pipe(
    z.catch(z.string(), ''),
    z.transform((value) => truncateText(toPlainLine(value), maxCharacters)),
  )

const MessageText = z.object({ title: textField(MAX_TITLE_CHARACTERS), body: textField(MAX_BODY_CHARACTERS) })
const FcmPayload = z.object({
  data: z.catch(
    z.optional(
      z.extend(MessageText, {
        path: z.catch(z.optional(z.string()), undefined),
        tag: z.catch(z.optional(z.string()), undefined),
      }),
    ),
    undefined,
  ),
  notification: z.catch(z.optional(MessageText), undefined),
  fcmOptions: z.catch(z.optional(z.object({ link: z.catch(z.optional(z.string()), undefined) })), undefined),
})

/**
 * Parses a message from Firebase Cloud Messaging. This project sends data messages; the Firebase console sends
 * notification messages.
 * @param origin origin of this app; links to other origins are dropped
 * @returns undefined if the message has no text
 */
export function parsePush(payload: unknown, origin: string): PushMessage | undefined {
  const parsed = FcmPayload.safeParse(payload)
  if (!parsed.success) return undefined
  const { data, notification, fcmOptions } = parsed.data
  const title = data?.title || notification?.title || ''
  const body = data?.body || notification?.body || ''
  if (title === '' && body === '') return undefined
  return { title, body, path: appPathOf(data?.path ?? fcmOptions?.link, origin), tag: data?.tag ?? '' }
}

/** Returns the path in this app that a URL points to; `/` for a URL of another origin. */
export function appPathOf(address: string | undefined, origin: string): string {
  if (address === undefined || address.startsWith('/')) return landingPath(address ?? null)
  if (!URL.canParse(address)) return landingPath(null)
  const url = new URL(address)
  return landingPath(url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null)
}

/** Formats a push notification for a toast (specification §7). */
export const pushText = ({ title, body }: Pick<PushMessage, 'title' | 'body'>): string =>
  [title, body].filter((part) => part !== '').join(': ')
