import { required } from './required.ts'

/* The functions, called past the app. */

/** Calls a function as this account, with its real token. */
export async function callFunction(name: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${required('E2E_FUNCTIONS')}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends a recording as the app does. */
export async function sendRecording(
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string>,
  type = 'audio/webm',
): Promise<Response> {
  return fetch(`${required('E2E_FUNCTIONS')}/processVoiceCommand`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
}
