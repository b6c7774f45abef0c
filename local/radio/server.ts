import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { LOOPBACK, rejectNonLoopbackRequests } from '#local/loopback.ts'
import { parseFault, LIST_FAULTS, PLAYLIST_FAULTS, type Fault } from './faults.ts'
import { readMp3, type Mp3 } from './mp3.ts'
import { songsAt } from './songs.ts'
import { LOCAL_STATIONS, type LocalStation } from './stations.ts'

export type Radio = { readonly port: number; close(): Promise<void> }

/**
 * The seconds of audio that the server sends in advance, about as much as public stations send (64 KB). If the server
 * sends 2 s in advance, Chromium starts to play after 2.3 s; with 6 s, Chromium starts after 0.02 s.
 */
const AHEAD_SECONDS = 6
const SEND_EVERY_MS = 250
/** A listener that has more unread bytes than this limit is disconnected. */
const MAX_UNSENT_BYTES = 1_000_000

/**
 * Starts a radio service with the API of the public service: `/channels.json`, `/<id><number>.pls`, `/songs/<id>.json`
 * and `/streams/<id>`, which is an endless MP3 in real time. All listeners of a station hear the same audio at the same
 * time. Every URL can inject a fault (`faults.ts`).
 */
export async function startRadio(port: number): Promise<Radio> {
  const started = Date.now()
  const music = new Map<string, Mp3>()
  const loadMusic = (id: string): Mp3 => {
    const file = path.join(import.meta.dirname, 'music', `${id}.mp3`)
    const found = music.get(id) ?? readMp3(readFileSync(file))
    music.set(id, found)
    return found
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${LOOPBACK}`)
    const fault = parseFault(searchParams)
    const station = LOCAL_STATIONS.find(({ id }) => pathname === `/streams/${id}`)
    if (station) return streamStation(request, response, station, loadMusic(station.id), started, fault)
    response.setHeader('access-control-allow-origin', '*')
    const listed = LOCAL_STATIONS.find((one) => pathname === `/${playlistName(one)}`)
    const played = LOCAL_STATIONS.find(({ id }) => pathname === `/songs/${id}.json`)
    if (pathname === '/') response.end('The radio is on.')
    else if (pathname === '/channels.json') sendList(response, directory(server), fault)
    else if (played) sendList(response, { id: played.id, songs: songsAt(played.id, Date.now()) }, fault)
    else if (listed) sendPlaylist(response, playlistOf(server, listed), fault)
    else response.writeHead(404).end('There is no such thing.')
  })
  rejectNonLoopbackRequests(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
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

const playlistName = ({ id, playlist: number }: LocalStation): string | undefined =>
  number === undefined ? undefined : `${id}${number}.pls`

const originOf = (server: Server): string => {
  const address = server.address()
  return `http://${LOOPBACK}:${typeof address === 'object' ? address?.port : ''}`
}

const directory = (server: Server) => ({
  channels: LOCAL_STATIONS.flatMap((station) => {
    const name = playlistName(station)
    if (name === undefined) return []
    const { id, title, genre } = station
    const [song] = songsAt(id, Date.now())
    const playlists = [{ url: `${originOf(server)}/${name}`, format: 'mp3', quality: 'highest' }]
    return [{ id, title, genre, playlists, lastPlaying: song ? `${song.artist} - ${song.title}` : '' }]
  }),
})

const playlistOf = (server: Server, { id, title }: LocalStation): string =>
  `[playlist]\nnumberofentries=1\nFile1=${originOf(server)}/streams/${id}\nTitle1=${title}\nLength1=-1\nVersion=2\n`

function streamStation(
  request: IncomingMessage,
  response: ServerResponse,
  { id, title, genre, cors }: LocalStation,
  { bytes, frames, bytesPerSecond }: Mp3,
  started: number,
  fault: Fault | undefined,
): void {
  if (cors && fault?.name !== 'private') response.setHeader('access-control-allow-origin', '*')
  if (fault?.name === 'full') return void response.writeHead(503).end('The station is full.')
  const headers = {
    'content-type': 'audio/mpeg',
    'cache-control': 'no-cache, no-store',
    'icy-name': title,
    'icy-genre': genre,
    'icy-url': `http://${LOOPBACK}/streams/${id}`,
    'icy-pub': 0,
    'icy-br': (bytesPerSecond * 8) / 1000,
  }
  if (request.method === 'HEAD') return void response.writeHead(200, headers).end()
  let joinedAt: number | undefined
  let at = 0
  let sent = 0
  const join = () => {
    response.writeHead(200, headers)
    joinedAt = Date.now()
    const live = (((joinedAt - started) / 1000) * bytesPerSecond) % bytes.length
    at = frames.findLast((frame) => frame <= live) ?? 0
    send()
  }
  let silent = false
  const send = () => {
    if (joinedAt === undefined || silent) return
    if (response.writableLength > MAX_UNSENT_BYTES) return response.destroy()
    const due = bytesDue(Date.now() - joinedAt, bytesPerSecond)
    while (sent < due) {
      const part = bytes.subarray(at, at + due - sent)
      response.write(part)
      sent += part.length
      at = (at + part.length) % bytes.length
    }
  }
  const faultActions: { readonly [name: string]: () => void } = {
    slow: join,
    reset: () => void response.destroy(),
    end: () => void response.end(),
    stall: () => {
      silent = true
    },
  }
  const injectFault = faultActions[fault?.name ?? '']
  if (fault?.name !== 'slow') join()
  const timers = [setInterval(send, SEND_EVERY_MS), ...(injectFault ? [setTimeout(injectFault, fault?.afterMs)] : [])]
  response.once('close', () => timers.forEach(clearTimeout))
}

/**
 * Returns how many bytes a listener should have received `elapsed` milliseconds after it connected: the audio of this
 * time, plus the audio that the server sends in advance.
 */
export const bytesDue = (elapsed: number, bytesPerSecond: number): number =>
  Math.round((elapsed / 1000 + AHEAD_SECONDS) * bytesPerSecond)

function sendList(response: ServerResponse, content: object, fault: Fault | undefined): void {
  response.setHeader('content-type', 'application/json')
  const text = JSON.stringify(content)
  const { status, body } = LIST_FAULTS[fault?.name ?? '']?.() ?? { status: 200, body: text }
  response.writeHead(status).end(body)
}

function sendPlaylist(response: ServerResponse, content: string, fault: Fault | undefined): void {
  response.setHeader('content-type', 'audio/x-scpls')
  const { status, body } = PLAYLIST_FAULTS[fault?.name ?? '']?.(content) ?? { status: 200, body: content }
  response.writeHead(status).end(body)
}
