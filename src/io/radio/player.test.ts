import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RadioPlayer, StreamEvent } from '#src/io/radio/player.ts'

/** An audio element with the properties that the player reads. As in a browser, its events are delayed. */
class FakeAudio extends EventTarget {
  preload = ''
  loop = false
  muted = false
  volume = 1
  crossOrigin: string | null = null
  currentTime = 0
  paused = true
  ended = false
  error: object | null = null
  #src: string | null = null

  set src(address: string) {
    this.load()
    this.#src = address
  }
  hasAttribute = (name: string): boolean => name === 'src' && this.#src !== null
  removeAttribute(): void {
    this.#src = null
  }
  /** Loading a source pauses the element without a `pause` event. */
  load(): void {
    this.paused = true
    this.ended = false
    this.error = null
  }
  async play(): Promise<void> {
    if (this.paused) this.#tell('play', 'playing')
    this.paused = false
  }
  pause(): void {
    if (!this.paused) this.#tell('pause')
    this.paused = true
  }
  end(): void {
    this.ended = true
    this.pause()
    this.#tell('ended')
  }
  fail(): void {
    this.error = {}
    this.#tell('error')
  }
  #tell(...types: readonly string[]): void {
    for (const type of types) setTimeout(() => this.dispatchEvent(new Event(type)))
  }
}

let element: FakeAudio
let player: RadioPlayer
const told: StreamEvent[] = []
const STREAM = { address: 'https://somafm.com/defcon', cors: false, loop: false }
const eventsCome = () => vi.advanceTimersByTime(0)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  element = new FakeAudio()
  vi.stubGlobal('Audio', function () {
    return element
  })
  player = (await import('#src/io/radio/player.ts')).radioPlayer
  player.onEvent((event) => told.push(event))
  await player.play(STREAM, 0.7)
  eventsCome()
  told.length = 0
})

describe('events that the player reports', () => {
  test.each<[string, () => unknown, readonly StreamEvent[]]>([
    ['the system pauses it', () => element.pause(), ['paused']],
    ['it ends, and is paused by that', () => element.end(), ['lost']],
    ['it fails', () => element.fail(), ['lost']],
    ['it fails, and is paused by that', () => [element.fail(), element.pause()], ['lost']],
  ])('the player reports an event of the stream when %s', (_, happens, expected) => {
    happens()
    eventsCome()
    expect(told).toEqual(expected)
  })

  test('a stream that the system resumes is reported as resumed, then as audible', () => {
    element.pause()
    eventsCome()
    void element.play()
    eventsCome()
    expect(told).toEqual(['paused', 'resumed', 'sounds'])
  })

  test('a stream that the system resumes and immediately pauses again is reported as paused twice', () => {
    element.pause()
    eventsCome()
    void element.play()
    element.pause()
    eventsCome()
    expect(told).toEqual(['paused', 'paused'])
  })
})

describe('events that the player does not report', () => {
  test.each<[string, () => unknown]>([
    ['the app stops it', () => player.stop()],
    ['the system pauses it, and the app stops it', () => [element.pause(), player.stop()]],
    ['the system gives back what is stopped', () => [player.stop(), element.play()]],
  ])('the player reports no event of the stream when %s', (_, happens) => {
    happens()
    eventsCome()
    expect(told).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['the app stops it and plays another', () => [player.stop(), player.play(STREAM, 0.7)]],
    ['the app plays another in its place', () => player.play(STREAM, 0.7)],
  ])('the player reports neither a pause nor a loss of the stream when %s', (_, happens) => {
    happens()
    eventsCome()
    expect(told).toEqual(['resumed', 'sounds'])
  })
})
