import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { readMp3, type Mp3 } from './mp3.ts'
import { LOCAL_STATIONS, type LocalStation } from './stations.ts'

export type Radio = { readonly port: number; close(): Promise<void> }

const HOST = '127.0.0.1'
/** So much is sent ahead, as public stations do, so that a player begins at once. */
const AHEAD_SECONDS = 2
const SEND_EVERY_MS = 250
/** A listener who takes nothing for so long is gone. */
const MAX_WAITING_BYTES = 1_000_000

/**
 * A radio service in the shape of the public one: `/channels.json`, `/<id><number>.pls` and `/streams/<id>`, an
 * endless MP3 at the pace at which it is heard. Everybody hears the same at the same time.
 */
export async function startRadio(port: number): Promise<Radio> {
  const started = Date.now()
  const music = new Map<string, Mp3>()
  const musicOf = (id: string): Mp3 => {
    const file = path.join(import.meta.dirname, 'music', `${id}.mp3`)
    const found = music.get(id) ?? readMp3(readFileSync(file))
    music.set(id, found)
    return found
  }

  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    const { pathname } = new URL(request.url ?? '/', `http://${HOST}`)
    const station = LOCAL_STATIONS.find(({ id }) => pathname === `/streams/${id}`)
    const listed = LOCAL_STATIONS.find((one) => pathname === `/${playlistName(one)}`)
    if (pathname === '/') response.end('The radio is on.')
    else if (pathname === '/channels.json') json(response, directory(server))
    else if (listed) text(response, playlistOf(server, listed))
    else if (station) stream(request, response, station, musicOf(station.id), started)
    else response.writeHead(404).end('There is no such thing.')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? port) : port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const playlistName = ({ id, playlist }: LocalStation): string | undefined =>
  playlist === undefined ? undefined : `${id}${playlist}.pls`

const originOf = (server: Server): string => {
  const address = server.address()
  return `http://${HOST}:${typeof address === 'object' ? address?.port : ''}`
}

const directory = (server: Server) => ({
  channels: LOCAL_STATIONS.flatMap((station) => {
    const name = playlistName(station)
    if (name === undefined) return []
    const { id, title, genre } = station
    return [
      { id, title, genre, playlists: [{ url: `${originOf(server)}/${name}`, format: 'mp3', quality: 'highest' }] },
    ]
  }),
})

const playlistOf = (server: Server, { id, title }: LocalStation): string =>
  `[playlist]\nnumberofentries=1\nFile1=${originOf(server)}/streams/${id}\nTitle1=${title}\nLength1=-1\nVersion=2\n`

function stream(
  request: IncomingMessage,
  response: ServerResponse,
  { title, genre }: LocalStation,
  { bytes, frames, rate }: Mp3,
  started: number,
): void {
  response.writeHead(200, {
    'content-type': 'audio/mpeg',
    'cache-control': 'no-cache, no-store',
    'icy-name': title,
    'icy-genre': genre,
    'icy-br': (rate * 8) / 1000,
  })
  if (request.method === 'HEAD') return void response.end()
  const joined = Date.now()
  const live = (((joined - started) / 1000) * rate) % bytes.length
  let at = frames.findLast((frame) => frame <= live) ?? 0
  let sent = 0
  const send = () => {
    if (response.writableLength > MAX_WAITING_BYTES) return response.destroy()
    const due = bytesDue(Date.now() - joined, rate)
    while (sent < due) {
      const part = bytes.subarray(at, at + due - sent)
      response.write(part)
      sent += part.length
      at = (at + part.length) % bytes.length
    }
  }
  send()
  const timer = setInterval(send, SEND_EVERY_MS)
  response.once('close', () => clearInterval(timer))
}

/**
 * How much a listener has been sent after so many milliseconds: what was heard, and a little ahead.
 * @param rate bytes a second
 */
export const bytesDue = (elapsed: number, rate: number): number => Math.round((elapsed / 1000 + AHEAD_SECONDS) * rate)

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

function text(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'audio/x-scpls')
  response.end(body)
}
