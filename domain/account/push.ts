import * as z from 'zod/mini'
import { truncateText } from '#domain/text/graphemes.ts'
import { landingPath } from './landing.ts'
import { toPlainLine } from '#domain/text/plainText.ts'

/** A message that is pushed to a device. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** Where it leads: a path of this app. */
  readonly path: string
  /** Of two with the same one the later takes the other's place; empty for one that stands by itself. */
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
 * Reads a message of Firebase Cloud Messaging: those of this project are data, those of its console are notifications.
 * @param origin of this app: nothing leads anywhere else
 * @returns undefined where it says nothing
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

/** A path of this app that an address leads to; `/` for an address of anywhere else. */
export function appPathOf(address: string | undefined, origin: string): string {
  if (address === undefined || address.startsWith('/')) return landingPath(address ?? null)
  if (!URL.canParse(address)) return landingPath(null)
  const url = new URL(address)
  return landingPath(url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null)
}

/** What a toast says of it (specification §7). */
export const pushText = ({ title, body }: Pick<PushMessage, 'title' | 'body'>): string =>
  [title, body].filter((part) => part !== '').join(': ')
