import type * as z from 'zod/mini'
import { AUDIO_TYPES, audioTypeOf, MAX_AUDIO_BYTES, type AudioType } from '../../domain/analysis/voice.ts'
import { HttpError } from './httpError.ts'
import { header, type HttpRequest } from './http.ts'

/** An uploaded recording. Its first bytes match the signature of its type. */
export type AudioUpload = { readonly type: AudioType; readonly bytes: Uint8Array }

/** Matches the content type of JSON. The charset is optional, because JSON is always UTF-8 (RFC 8259, 8.1). */
const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * The maximum size of a JSON body. Large enough for twenty goals and twenty tags of maximum length, even if every
 * character is escaped.
 */
const MAX_JSON_BYTES = 64 * 1024
const MIB = 1024 * 1024

/**
 * The first bytes of each audio type, and their offset in the file: the EBML header, the Ogg capture pattern, and the
 * type of the first MP4 box. The first four bytes of an MP4 file are the length of the box.
 */
const SIGNATURES: { readonly [Type in AudioType]: { readonly at: number; readonly bytes: readonly number[] } } = {
  'audio/webm': { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  'audio/ogg': { at: 0, bytes: [0x4f, 0x67, 0x67, 0x53] },
  'audio/mp4': { at: 4, bytes: [0x66, 0x74, 0x79, 0x70] },
}

/**
 * Creates a function that reads the body of a request as JSON and validates the JSON with the schema.
 * @returns a function that rejects with `HttpError` 400 if the body is not JSON or does not match the schema, 413 if
 *   the body is larger than 64 KiB, 415 if the body is compressed or has another content type
 */
export const createJsonBodyReader =
  <Schema extends z.ZodMiniType>(schema: Schema) =>
  async (request: HttpRequest): Promise<z.output<Schema>> => {
    if (!JSON_TYPE.test(header(request, 'content-type') ?? ''))
      throw new HttpError(415, 'Send JSON in UTF-8: the content type has to be application/json.')
    const bytes = await readLimited(
      request,
      MAX_JSON_BYTES,
      `Send less: a request can have ${MAX_JSON_BYTES / 1024} KiB.`,
    )
    let sent: unknown
    try {
      sent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      throw new HttpError(400, 'The request is no JSON.')
    }
    const parsed = schema.safeParse(sent)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new HttpError(
      400,
      `The request is not as it should be${issue?.path.length ? ` at ${issue.path.join('.')}` : ''}.`,
    )
  }

/**
 * Reads a recording from the body of a request. Rejects with `HttpError` 400 if the recording is empty, 413 if it is
 * larger than 10 MiB, 415 if it is compressed, has an unsupported content type or does not match its content type.
 */
export async function readAudioBody(request: HttpRequest): Promise<AudioUpload> {
  const type = audioTypeOf(header(request, 'content-type') ?? '')
  if (type === undefined)
    throw new HttpError(415, `Send a recording: the content type has to be one of ${AUDIO_TYPES.join(', ')}.`)
  const bytes = await readLimited(
    request,
    MAX_AUDIO_BYTES,
    `Send a shorter recording: it can have ${MAX_AUDIO_BYTES / MIB} MiB.`,
  )
  if (bytes.byteLength === 0) throw new HttpError(400, 'The recording is empty. Record again.')
  const { at, bytes: signature } = SIGNATURES[type]
  if (!signature.every((byte, index) => bytes[at + index] === byte))
    throw new HttpError(415, `This is no recording of the type ${type}.`)
  return { type, bytes }
}

/**
 * Reads the body of a request. Rejects a compressed body. Also rejects as soon as more than `maxBytes` have arrived,
 * whatever length the request declares.
 */
async function readLimited(request: HttpRequest, maxBytes: number, tooMuch: string): Promise<Uint8Array> {
  if (header(request, 'content-encoding') !== undefined)
    throw new HttpError(415, 'Send the body uncompressed, without a content encoding.')
  if (Number(header(request, 'content-length') ?? 0) > maxBytes) throw new HttpError(413, tooMuch)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body) {
    length += part.byteLength
    if (length > maxBytes) throw new HttpError(413, tooMuch)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
