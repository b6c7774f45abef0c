export type HealthAnswer =
  | { readonly status: 200; readonly body: { readonly status: 'ok' } }
  | { readonly status: 405; readonly body: { readonly error: string } }

/** Answers 200 to GET and HEAD, and 405 to any other method. Reads no data and reveals nothing about the server. */
export function handle({ method }: { readonly method: string }): HealthAnswer {
  if (method === 'GET' || method === 'HEAD') return { status: 200, body: { status: 'ok' } }
  return { status: 405, body: { error: 'Use GET.' } }
}
