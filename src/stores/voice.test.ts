import { describe, expect, test, vi } from 'vitest'
import { NOON, recording, setUp, type VoiceDeviceOptions, HEARD, startAtNoon } from '#tests/support/voiceDevice.ts'

startAtNoon()

describe('what is said', () => {
  test('goes through its states into the text, and is kept as written', async () => {
    const { voice, enter, record, done, texts, statuses, stored } = setUp()
    await enter()
    await record()
    expect(voice()).toMatchObject({ status: 'listening', startedAt: NOON })
    expect(voice().inputLevel()).toBe(0.5)
    expect(done).toEqual(['microphone on', 'kept 5 of r1'])
    await voice().toggleRecording()
    expect(statuses).toEqual(['listening', 'processing', 'idle'])
    expect(texts).toEqual(['Patrol complete.'])
    expect(voice()).toMatchObject({ answer: { reply: 'Received.', spoken: true }, error: null, startedAt: null })
    expect([...stored.values()]).toEqual([recording({ id: 'r1', at: NOON, seconds: 3, written: true })])
    expect(voice().wasSpoken('d1')).toBe(true)
    expect(voice().wasSpoken('d2')).toBe(false)
  })

  test('is as long as it is, whatever becomes of the clock meanwhile', async () => {
    const { voice, enter, record, stored } = setUp()
    await enter()
    await record()
    vi.setSystemTime(NOON - 3_600_000)
    await voice().toggleRecording()
    expect([...stored.values()][0]?.seconds).toBe(3)
  })

  test('for two minutes is enough', async () => {
    const { voice, enter, texts } = setUp()
    await enter()
    await voice().toggleRecording()
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
    expect(voice()).toMatchObject({ status: 'idle', storedRecordings: [] })
    expect([stored.size, texts, done.at(-1)]).toEqual([0, [], 'microphone off'])
  })

  test('goes when its text is accepted, and no other', async () => {
    const { voice, enter, record, stored } = setUp({
      kept: [recording(), recording({ id: 'x', draftKey: 'd2' })],
    })
    await enter()
    await record()
    await voice().toggleRecording()
    voice().accept('d1')
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored.keys()]).toEqual(['old', 'x'])
  })
})

describe('nothing is recorded', () => {
  test.each<[string, VoiceDeviceOptions['recorder'], string]>([
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
    await voice().toggleRecording()
    expect(voice()).toMatchObject({ status: 'idle', error: fault })
    expect(stored.size).toBe(0)
  })

  test('by nobody', async () => {
    const { voice, enter, done } = setUp()
    await enter()
    voice().close()
    await voice().toggleRecording()
    expect(voice().error).toBe('You must be logged in to use the assistant.')
    expect(done).toEqual([])
  })

  test('by a key that was pressed twice', async () => {
    const { voice, enter, stored } = setUp()
    await enter()
    await voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(299)
    await voice().toggleRecording()
    expect(voice()).toMatchObject({ status: 'idle', error: expect.stringContaining('Nothing was recorded.') })
    expect(stored.size).toBe(0)
  })

  test('twice at once, while the browser asks', async () => {
    const allowed = Promise.withResolvers<never>()
    const start = vi.fn<() => Promise<never>>(() => allowed.promise)
    const { voice, enter } = setUp({ recorder: { start } })
    await enter()
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    await voice().toggleRecording()
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
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    voice().detachTarget()
    allowed.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([isOff, voice().status, stored.size]).toEqual([true, 'idle', 0])
  })
})

describe('the answer', () => {
  const answered = async () => {
    const device = setUp()
    await device.enter()
    await device.record()
    await device.voice().toggleRecording()
    return device
  }

  test('is said, and again', async () => {
    const { voice, done, endSpeech } = await answered()
    const saying = voice().playAnswer(0.5)
    await vi.advanceTimersByTimeAsync(0)
    expect([voice().speaking, done.at(-1)]).toEqual([true, 'say mp3 at 0.5'])
    endSpeech()
    await saying
    expect(voice().speaking).toBe(false)
    void voice().playAnswer(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(done.at(-1)).toBe('say mp3 at 1')
  })

  test('said again before it is over is being said until that is over', async () => {
    const { voice, endSpeech } = await answered()
    const first = voice().playAnswer(0.5)
    await vi.advanceTimersByTimeAsync(0)
    const endFirst = endSpeech
    const second = voice().playAnswer(0.5)
    endFirst()
    await first
    expect(voice().speaking).toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    endSpeech()
    await second
    expect(voice().speaking).toBe(false)
  })

  test('can be stopped, and stops when somebody speaks or leaves', async () => {
    for (const act of ['stopAnswer', 'toggleRecording', 'detachTarget'] as const) {
      const { voice, done } = await answered()
      void voice().playAnswer(0.5)
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
    await voice().toggleRecording()
    await voice().playAnswer(0.5)
    expect(voice().answer).toEqual({ reply: 'Received.', spoken: false })
    expect(done.filter((one) => one.startsWith('say'))).toEqual([])
  })
})
