import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RadioPlayer, StreamEvent } from '#src/io/radio/player.ts'

/** A simulated audio element with the properties that the player reads. As in a browser, events arrive with a delay. */
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
const events: StreamEvent[] = []
const STREAM = { address: 'https://somafm.com/defcon', cors: false, loop: false }
const dispatchEvents = () => vi.advanceTimersByTime(0)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  element = new FakeAudio()
  vi.stubGlobal('Audio', function () {
    return element
  })
  player = (await import('#src/io/radio/player.ts')).radioPlayer
  player.onEvent((event) => events.push(event))
  await player.play(STREAM, 0.7)
  dispatchEvents()
  events.length = 0
})

describe('events that the player reports', () => {
  test.each<[string, () => unknown, readonly StreamEvent[]]>([
    ['the system pauses the stream', () => element.pause(), ['paused']],
    ['the stream ends, which pauses it', () => element.end(), ['lost']],
    ['the stream fails', () => element.fail(), ['lost']],
    ['the stream fails, which pauses it', () => [element.fail(), element.pause()], ['lost']],
  ])('the player reports that the stream is paused or lost when %s', (_, act, expected) => {
    act()
    dispatchEvents()
    expect(events).toEqual(expected)
  })

  test('if the operating system resumes a stream, the player reports `resumed` and then `sounds`', () => {
    element.pause()
    dispatchEvents()
    void element.play()
    dispatchEvents()
    expect(events).toEqual(['paused', 'resumed', 'sounds'])
  })

  test('if a paused stream is resumed and immediately paused again, the player reports `paused` twice', () => {
    element.pause()
    dispatchEvents()
    void element.play()
    element.pause()
    dispatchEvents()
    expect(events).toEqual(['paused', 'paused'])
  })
})

describe('events that the player does not report', () => {
  test.each<[string, () => unknown]>([
    ['the app stops the stream', () => player.stop()],
    ['the system pauses the stream and the app stops it', () => [element.pause(), player.stop()]],
    ['the system resumes a stopped stream', () => [player.stop(), element.play()]],
  ])('the player reports no event of the stream when %s', (_, act) => {
    act()
    dispatchEvents()
    expect(events).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['the app stops the stream and plays another', () => [player.stop(), player.play(STREAM, 0.7)]],
    ['the app plays another stream without stopping the first', () => player.play(STREAM, 0.7)],
  ])('the player reports neither a pause nor a loss of the stream when %s', (_, act) => {
    act()
    dispatchEvents()
    expect(events).toEqual(['resumed', 'sounds'])
  })
})
