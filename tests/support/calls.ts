import { requiredVariable } from './requiredVariable.ts'

/* Calls the functions directly, without the app. */

/** Calls a function with these headers, which contain the token. */
export async function callFunction(name: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${requiredVariable('E2E_FUNCTIONS')}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends a recording in the format of the app. */
export async function sendRecording(
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string>,
  type = 'audio/webm',
): Promise<Response> {
  return fetch(`${requiredVariable('E2E_FUNCTIONS')}/processVoiceCommand`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
}
