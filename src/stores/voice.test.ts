import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { VoiceAnswer } from '#domain/api.ts'
import { CallFailed } from '#domain/callFailed.ts'
import type { Recording } from '#src/io/voice/recordings.ts'
import { voiceState, type VoiceIo, type VoiceState } from './voice.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const HEARD: VoiceAnswer = { logText: 'Patrol complete.', reply: 'Received.', audioResponse: btoa('mp3') }

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(NOON)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Given = {
  readonly recorder?: Partial<VoiceIo['recorder']>
  readonly hear?: VoiceIo['hear']
  readonly kept?: readonly Recording[]
  /** Of those that another tab is at. */
  readonly elsewhere?: readonly string[]
  /** Nothing can be kept. */
  readonly full?: boolean
}

/** A device with a microphone, a store and a server, all of which write down what they were asked. */
function setUp({ recorder, hear, kept = [], elsewhere = [], full = false }: Given = {}) {
  const done: string[] = []
  const texts: string[] = []
  const stored = new Map(kept.map((one) => [one.id, one]))
  let part: (sound: Blob) => void = () => {}
  let unplug: () => void = () => {}
  let spoken = Promise.withResolvers<void>()
  const io: VoiceIo = {
    recorder: {
      isSupported: () => true,
      async start(onPart, onEnd) {
        part = onPart
        unplug = onEnd
        done.push('microphone on')
        return {
          type: 'audio/webm',
          level: () => 0.5,
          stop: async () => void done.push('microphone off'),
        }
      },
      ...recorder,
    },
    recordings: {
      list: async () => [...stored.values()],
      hold: async (id) => !elsewhere.includes(id),
      letGo: () => void done.push('let go'),
      async begin(_, recording) {
        stored.set(recording.id, recording)
        return !full
      },
      async save(_, recording) {
        stored.set(recording.id, recording)
        return !full
      },
      async add(id, sound) {
        done.push(`kept ${sound.size} of ${id}`)
        return !full
      },
      read: async ({ id, type }) => new Blob([id], { type }),
      async remove(id) {
        stored.delete(id)
      },
      async forget() {
        stored.clear()
      },
    },
    speaker: {
      async say(mp3, volume) {
        done.push(`say ${new TextDecoder().decode(mp3)} at ${volume}`)
        spoken = Promise.withResolvers()
        return spoken.promise
      },
      stop: () => void done.push('silence'),
    },
    hear: hear ?? (async () => HEARD),
    saveFile: ({ id }, sound) => void done.push(`file of ${id}, ${sound.type}`),
  }
  let ids = 0
  const store = createStore<VoiceState>(
    voiceState(
      async () => io,
      () => `r${++ids}`,
    ),
  )
  const statuses: string[] = []
  store.subscribe(({ status }, { status: before }) => {
    if (status !== before) statuses.push(status)
  })
  const voice = () => store.getState()
  voice().open('alice')
  const enter = (draftKey = 'd1', drafts: readonly string[] = [draftKey]) =>
    voice().enter({ draftKey, onText: (text) => void texts.push(text) }, new Set(drafts))
  const record = async () => {
    await voice().press()
    part(new Blob(['sound']))
    await vi.advanceTimersByTimeAsync(3000)
  }
  return {
    voice,
    enter,
    record,
    done,
    texts,
    statuses,
    stored,
    part: (sound: Blob) => part(sound),
    unplug: () => unplug(),
    endSpeech: () => spoken.resolve(),
  }
}

const recording = (about: Partial<Recording> = {}): Recording => ({
  id: 'old',
  draftKey: 'd1',
  at: NOON - 60_000,
  type: 'audio/webm',
  seconds: 4,
  written: false,
  ...about,
})
const refusing = (status: number, message: string) => () => Promise.reject(new CallFailed(status, message))

describe('what is said', () => {
  test('goes through its states into the text, and is kept as written', async () => {
    const { voice, enter, record, done, texts, statuses, stored } = setUp()
    await enter()
    await record()
    expect(voice()).toMatchObject({ status: 'listening', startedAt: NOON })
    expect(voice().level()).toBe(0.5)
    expect(done).toEqual(['microphone on', 'kept 5 of r1'])
    await voice().press()
    expect(statuses).toEqual(['listening', 'processing', 'idle'])
    expect(texts).toEqual(['Patrol complete.'])
    expect(voice()).toMatchObject({ answer: { reply: 'Received.', spoken: true }, fault: null, startedAt: null })
    expect([...stored.values()]).toEqual([recording({ id: 'r1', at: NOON, seconds: 3, written: true })])
    expect(voice().wasSpoken('d1')).toBe(true)
    expect(voice().wasSpoken('d2')).toBe(false)
  })

  test('is as long as it is, whatever becomes of the clock meanwhile', async () => {
    const { voice, enter, record, stored } = setUp()
    await enter()
    await record()
    vi.setSystemTime(NOON - 3_600_000)
    await voice().press()
    expect([...stored.values()][0]?.seconds).toBe(3)
  })

  test('for two minutes is enough', async () => {
    const { voice, enter, texts } = setUp()
    await enter()
    await voice().press()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(voice().status).toBe('listening')
    await vi.advanceTimersByTimeAsync(1)
    expect(voice().status).toBe('idle')
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('until the microphone goes away is written down', async () => {
    const { enter, record, unplug, texts } = setUp()
    await enter()
    await record()
    unplug()
    await vi.advanceTimersByTimeAsync(0)
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('and cancelled is gone', async () => {
    const { voice, enter, record, stored, done, texts } = setUp()
    await enter()
    await record()
    await voice().cancel()
    expect(voice()).toMatchObject({ status: 'idle', kept: [] })
    expect([stored.size, texts, done.at(-1)]).toEqual([0, [], 'microphone off'])
  })

  test('goes when its text is accepted, and no other', async () => {
    const { voice, enter, record, stored } = setUp({ kept: [recording(), recording({ id: 'x', draftKey: 'd2' })] })
    await enter('d1', ['d1', 'd2'])
    await record()
    await voice().press()
    voice().accept('d1')
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored.keys()]).toEqual(['old', 'x'])
  })
})

describe('nothing is recorded', () => {
  test.each<[string, Given['recorder'], string]>([
    ['where the browser cannot', { isSupported: () => false }, 'Your browser does not support audio recording.'],
    [
      'where the microphone may not be used',
      { start: () => Promise.reject(new DOMException('x', 'NotAllowedError')) },
      'Could not access the microphone. Please check permissions.',
    ],
    [
      'where there is none',
      { start: () => Promise.reject(new DOMException('x', 'NotFoundError')) },
      'Could not access the microphone. Please check permissions.',
    ],
  ])('%s', async (_, recorder, fault) => {
    const { voice, enter, stored } = setUp({ recorder })
    await enter()
    await voice().press()
    expect(voice()).toMatchObject({ status: 'idle', fault })
    expect(stored.size).toBe(0)
  })

  test('by nobody', async () => {
    const { voice, enter, done } = setUp()
    await enter()
    voice().close()
    await voice().press()
    expect(voice().fault).toBe('You must be logged in to use the assistant.')
    expect(done).toEqual([])
  })

  test('by a key that was pressed twice', async () => {
    const { voice, enter, stored } = setUp()
    await enter()
    await voice().press()
    await vi.advanceTimersByTimeAsync(299)
    await voice().press()
    expect(voice()).toMatchObject({ status: 'idle', fault: expect.stringContaining('Nothing was recorded.') })
    expect(stored.size).toBe(0)
  })

  test('twice at once, while the browser asks', async () => {
    const allowed = Promise.withResolvers<never>()
    const start = vi.fn<() => Promise<never>>(() => allowed.promise)
    const { voice, enter } = setUp({ recorder: { start } })
    await enter()
    void voice().press()
    await vi.advanceTimersByTimeAsync(0)
    await voice().press()
    expect(start).toHaveBeenCalledOnce()
  })

  test('for somebody who has gone while the browser asked', async () => {
    const allowed = Promise.withResolvers<void>()
    let isOff = false
    const { voice, enter, stored } = setUp({
      recorder: {
        async start() {
          await allowed.promise
          return { type: 'audio/webm', level: () => 0, stop: async () => void (isOff = true) }
        },
      },
    })
    await enter()
    void voice().press()
    await vi.advanceTimersByTimeAsync(0)
    voice().leave()
    allowed.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([isOff, voice().status, stored.size]).toEqual([true, 'idle', 0])
  })
})

describe('what cannot be written down is kept', () => {
  test.each<[string, VoiceIo['hear'], string]>([
    ['refused', refusing(429, 'Only 5 a minute are possible.'), 'Only 5 a minute are possible.'],
    ['not sent', refusing(0, 'Failed to process audio.'), 'Failed to process audio.'],
    ['failed oddly', () => Promise.reject(new Error('x')), 'An unknown error occurred.'],
    [
      'not understood',
      async () => ({ logText: '', reply: 'Nothing was heard.', audioResponse: null }),
      'Nothing was heard.',
    ],
  ])('when it was %s', async (_, hear, fault) => {
    const { voice, enter, record, texts } = setUp({ hear })
    await enter()
    await record()
    await voice().press()
    expect(voice()).toMatchObject({ status: 'idle', fault, answer: null })
    expect(voice().kept).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect(texts).toEqual([])
  })

  test('and can be tried again', async () => {
    const answers = [refusing(503, 'Busy.'), async () => HEARD]
    const { voice, enter, record, texts } = setUp({ hear: () => (answers.shift() ?? (async () => HEARD))() })
    await enter()
    await record()
    await voice().press()
    for (const one of voice().kept) await voice().retry(one)
    expect(voice()).toMatchObject({ fault: null, answer: { reply: 'Received.' } })
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('and can be taken away as a file, or thrown away', async () => {
    const { voice, enter, done, stored } = setUp({ kept: [recording()] })
    await enter()
    await voice().download(recording())
    expect(done).toEqual(['file of old, audio/webm'])
    await voice().discard(recording())
    expect([stored.size, voice().kept]).toEqual([0, []])
  })

  test('by this page alone where the device is full, which it says', async () => {
    const { voice, enter, record } = setUp({ full: true, hear: refusing(503, 'Busy.') })
    await enter()
    await record()
    expect(voice().unkept).toBe(true)
    await voice().press()
    expect(voice().kept).toHaveLength(1)
  })
})

describe('somebody who leaves', () => {
  test('while they speak: it ends, and is kept', async () => {
    const { voice, enter, record, stored, done, texts } = setUp()
    await enter()
    await record()
    voice().leave()
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored.values()]).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect(done.slice(-2)).toEqual(['microphone off', 'let go'])
    expect(texts).toEqual([])
  })

  test('while it is written down: nobody waits for that, and it is kept', async () => {
    const answer = Promise.withResolvers<VoiceAnswer>()
    let signal: AbortSignal | undefined
    const { voice, enter, record, stored, texts } = setUp({
      hear: (_, aborted) => {
        signal = aborted
        return answer.promise
      },
    })
    await enter()
    await record()
    void voice().press()
    await vi.advanceTimersByTimeAsync(0)
    voice().leave()
    answer.resolve(HEARD)
    await vi.advanceTimersByTimeAsync(0)
    expect(signal?.aborted).toBe(true)
    expect(texts).toEqual([])
    expect([...stored.values()][0]).toMatchObject({ written: false })
    expect(voice()).toMatchObject({ status: 'idle', fault: null, answer: null })
  })

  test('and stays, but waits no longer: it is kept', async () => {
    const { voice, enter, record, texts } = setUp({ hear: () => new Promise(() => {}) })
    await enter()
    await record()
    void voice().press()
    await vi.advanceTimersByTimeAsync(0)
    await voice().cancel()
    expect(voice()).toMatchObject({ status: 'idle', fault: null })
    expect(voice().kept).toHaveLength(1)
    expect(texts).toEqual([])
  })

  test('for good leaves nothing behind', async () => {
    const { voice, stored } = setUp({ kept: [recording()] })
    expect(await voice().hasUnwritten()).toBe(true)
    await voice().forget('alice')
    expect(stored.size).toBe(0)
  })
})

describe('what the device has kept', () => {
  test('is offered, but not what has its text', async () => {
    const { voice, enter } = setUp({
      kept: [recording(), recording({ id: 'gone', draftKey: 'd9', written: true })],
    })
    await enter()
    expect(voice().kept.map(({ id }) => id)).toEqual(['old'])
  })

  test('is offered in any editor, whatever became of the one it was spoken in', async () => {
    const { voice, enter } = setUp({ kept: [recording({ draftKey: 'closed' })] })
    await enter()
    expect(voice().kept.map(({ id }) => id)).toEqual(['old'])
  })

  test('goes on being kept while its draft is there', async () => {
    const { voice, enter } = setUp({ kept: [recording({ draftKey: 'd2', written: true })] })
    await enter('d1', ['d1', 'd2'])
    expect(voice().kept).toHaveLength(1)
    expect(await voice().hasUnwritten()).toBe(false)
  })

  test('and another tab is at is not touched', async () => {
    const { voice, enter, texts, stored } = setUp({
      kept: [recording({ written: true, draftKey: 'd9' })],
      elsewhere: ['old'],
    })
    await enter()
    await voice().retry(recording())
    await voice().discard(recording())
    expect([texts, stored.size]).toEqual([[], 1])
  })
})

describe('the answer', () => {
  const answered = async () => {
    const device = setUp()
    await device.enter()
    await device.record()
    await device.voice().press()
    return device
  }

  test('is said, and again', async () => {
    const { voice, done, endSpeech } = await answered()
    const saying = voice().speak(0.5)
    await vi.advanceTimersByTimeAsync(0)
    expect([voice().speaking, done.at(-1)]).toEqual([true, 'say mp3 at 0.5'])
    endSpeech()
    await saying
    expect(voice().speaking).toBe(false)
    void voice().speak(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(done.at(-1)).toBe('say mp3 at 1')
  })

  test('said again before it is over is being said until that is over', async () => {
    const { voice, endSpeech } = await answered()
    const first = voice().speak(0.5)
    await vi.advanceTimersByTimeAsync(0)
    const endFirst = endSpeech
    const second = voice().speak(0.5)
    endFirst()
    await first
    expect(voice().speaking).toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    endSpeech()
    await second
    expect(voice().speaking).toBe(false)
  })

  test('can be stopped, and stops when somebody speaks or leaves', async () => {
    for (const act of ['hush', 'press', 'leave'] as const) {
      const { voice, done } = await answered()
      void voice().speak(0.5)
      await vi.advanceTimersByTimeAsync(0)
      void voice()[act]()
      await vi.advanceTimersByTimeAsync(0)
      expect(voice().speaking, act).toBe(false)
      expect(done, act).toContain('silence')
    }
  })

  test('without sound is not said', async () => {
    const { voice, enter, record, done } = setUp({ hear: async () => ({ ...HEARD, audioResponse: null }) })
    await enter()
    await record()
    await voice().press()
    await voice().speak(0.5)
    expect(voice().answer).toEqual({ reply: 'Received.', spoken: false })
    expect(done.filter((one) => one.startsWith('say'))).toEqual([])
  })
})
