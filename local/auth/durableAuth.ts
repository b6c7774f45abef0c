import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { LOOPBACK, rejectNonLoopbackRequests } from '#local/loopback.ts'
import type { AccountsFile } from './accounts.ts'

export type DurableAuthOptions = {
  readonly port: number
  /** The port of the Auth emulator, to which the proxy forwards requests. */
  readonly emulatorPort: number
  readonly project: string
  readonly accounts: AccountsFile
}

const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/**
 * Starts a proxy that persists the accounts of the Auth emulator, because the emulator stores them in memory only. If a
 * request may have changed an account, the proxy writes the accounts to disk before it answers. The proxy restores the
 * accounts at its start. Sessions need no storage, because the emulator's refresh tokens contain the data of the
 * session.
 */
export async function startDurableAuth({
  port,
  emulatorPort,
  project,
  accounts,
}: DurableAuthOptions): Promise<{ close(): Promise<void> }> {
  const emulator = `http://${LOOPBACK}:${emulatorPort}`
  const api = `${emulator}/identitytoolkit.googleapis.com/v1/projects/${project}`
  await ask(`${emulator}/emulator/v1/projects/${project}/config`, 'PATCH', {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  })
  const known = accounts.read()
  if (Array.isArray(known) && known.length > 0)
    await ask(`${api}/accounts:batchCreate`, 'POST', { users: known, allowOverwrite: true })
  const persistAccounts = async () => {
    const answer = await ask(`${api}/accounts:batchGet?maxResults=-1`, 'GET')
    accounts.write(hasUsers(answer) ? answer.users : [])
  }

  const server = createServer((incoming, outgoing) => {
    const forwarded = httpRequest(
      { host: LOOPBACK, port: emulatorPort, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        readAll(answer)
          .then(async (body) => {
            if (mayHaveChanged(incoming, answer)) await persistAccounts()
            outgoing.writeHead(answer.statusCode ?? 502, withoutFraming(answer.headers)).end(body)
          })
          .catch((error: unknown) => outgoing.writeHead(500).end(String(error)))
      },
    )
    forwarded.on('error', () => outgoing.writeHead(502).end('The Auth emulator does not answer.'))
    incoming.pipe(forwarded)
  })
  rejectNonLoopbackRequests(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  })
  return {
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const mayHaveChanged = (incoming: IncomingMessage, answer: IncomingMessage): boolean =>
  incoming.method !== 'GET' && incoming.method !== 'OPTIONS' && (answer.statusCode ?? 500) < 300

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, headers: OWNER, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const hasUsers = (answer: unknown): answer is { users: unknown } =>
  typeof answer === 'object' && answer !== null && 'users' in answer

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function withoutFraming(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { 'transfer-encoding': _, ...rest } = headers
  return rest
}
