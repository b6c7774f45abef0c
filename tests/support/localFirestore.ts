import { startFirestore, type RunningFirestore } from '#local/firestore/server.ts'

/** A local Firestore that runs in the process of the test. */
export type TestFirestore = RunningFirestore & {
  readonly url: string
  /** Sends a POST request with JSON, by default as an administrator. `null` omits the Authorization header. */
  send(path: string, body: unknown, authorization?: string | null): Promise<{ status: number; body: unknown }>
}

export const DOCUMENTS = 'projects/demo-test/databases/(default)/documents'

export async function testFirestore(rulesFile?: string, dataFolder?: string): Promise<TestFirestore> {
  const server = await startFirestore({
    port: 0,
    ...(rulesFile ? { rulesFile } : {}),
    ...(dataFolder ? { dataFolder } : {}),
  })
  const url = `http://127.0.0.1:${server.port}`
  return {
    ...server,
    url,
    async send(path, body, authorization = 'Bearer owner') {
      const response = await fetch(`${url}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
        body: JSON.stringify(body),
      })
      const parsed: unknown = await response.json()
      return { status: response.status, body: parsed }
    },
  }
}
