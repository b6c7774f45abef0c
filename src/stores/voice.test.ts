import { describe, expect, test, vi } from 'vitest'
import {
  NOON,
  recording,
  fakeVoiceDevice,
  type VoiceDeviceOptions,
  VOICE_RESPONSE,
  startAtNoon,
} from '#tests/support/voiceDevice.ts'

startAtNoon()

describe('recording speech', () => {
  test('a recording is transcribed into the draft and stored as transcribed', async () => {
    const { voice, enter, record, done, texts, statuses, stored } = fakeVoiceDevice()
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

  test('the length of a recording does not change when the clock is changed', async () => {
    const { voice, enter, record, stored } = fakeVoiceDevice()
    await enter()
    await record()
    vi.setSystemTime(NOON - 3_600_000)
    await voice().toggleRecording()
    expect([...stored.values()][0]?.seconds).toBe(3)
  })

  test('a recording ends after two minutes and is transcribed', async () => {
    const { voice, enter, texts } = fakeVoiceDevice()
    await enter()
    await voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(voice().status).toBe('listening')
    await vi.advanceTimersByTimeAsync(1)
    expect(voice().status).toBe('idle')
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('a recording is transcribed when the microphone is disconnected', async () => {
    const { enter, record, unplug, texts } = fakeVoiceDevice()
    await enter()
    await record()
    unplug()
    await vi.advanceTimersByTimeAsync(0)
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('`cancel` deletes the recording in progress', async () => {
    const { voice, enter, record, stored, done, texts } = fakeVoiceDevice()
    await enter()
    await record()
    await voice().cancel()
    expect(voice()).toMatchObject({ status: 'idle', storedRecordings: [] })
    expect([stored.size, texts, done.at(-1)]).toEqual([0, [], 'microphone off'])
  })

  test('`accept` deletes the recordings that were transcribed into the accepted draft, and no other recordings', async () => {
    const { voice, enter, record, stored } = fakeVoiceDevice({
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

describe('conditions in which nothing is recorded', () => {
  test.each<[string, VoiceDeviceOptions['recorder'], string]>([
    ['if the browser cannot record', { isSupported: () => false }, 'Your browser does not support audio recording.'],
    [
      'if the microphone is not allowed',
      { start: () => Promise.reject(new DOMException('x', 'NotAllowedError')) },
      'Could not access the microphone. Please check permissions.',
    ],
    [
      'if there is no microphone',
      { start: () => Promise.reject(new DOMException('x', 'NotFoundError')) },
      'Could not access the microphone. Please check permissions.',
    ],
  ])('an error is shown and nothing is recorded %s', async (_, recorder, message) => {
    const { voice, enter, stored } = fakeVoiceDevice({ recorder })
    await enter()
    await voice().toggleRecording()
    expect(voice()).toMatchObject({ status: 'idle', error: message })
    expect(stored.size).toBe(0)
  })

  test('a signed-out user cannot record', async () => {
    const { voice, enter, done } = fakeVoiceDevice({ uid: null })
    await enter()
    await voice().toggleRecording()
    expect(voice().error).toBe('You must be logged in to use the assistant.')
    expect(done).toEqual([])
  })

  test('a recording shorter than 300 ms is deleted, and an error is shown', async () => {
    const { voice, enter, stored } = fakeVoiceDevice()
    await enter()
    await voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(299)
    await voice().toggleRecording()
    expect(voice()).toMatchObject({ status: 'idle', error: expect.stringContaining('Nothing was recorded.') })
    expect(stored.size).toBe(0)
  })

  test('a second `toggleRecording` while the browser asks for permission does not start another recording', async () => {
    const allowed = Promise.withResolvers<never>()
    const start = vi.fn<() => Promise<never>>(() => allowed.promise)
    const { voice, enter } = fakeVoiceDevice({ recorder: { start } })
    await enter()
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    await voice().toggleRecording()
    expect(start).toHaveBeenCalledOnce()
  })

  test('nothing is recorded if the user leaves the editor while the browser asks for permission', async () => {
    const allowed = Promise.withResolvers<void>()
    let isOff = false
    const { voice, enter, stored } = fakeVoiceDevice({
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
    voice().leaveEditor()
    allowed.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([isOff, voice().status, stored.size]).toEqual([true, 'idle', 0])
  })
})

describe('the spoken answer', () => {
  const answered = async () => {
    const device = fakeVoiceDevice()
    await device.enter()
    await device.record()
    await device.voice().toggleRecording()
    return device
  }

  test('an answer can be played repeatedly', async () => {
    const { voice, done, endSpeech } = await answered()
    const playing = voice().playAnswer(0.5)
    await vi.advanceTimersByTimeAsync(0)
    expect([voice().speaking, done.at(-1)]).toEqual([true, 'say mp3 at 0.5'])
    endSpeech()
    await playing
    expect(voice().speaking).toBe(false)
    void voice().playAnswer(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(done.at(-1)).toBe('say mp3 at 1')
  })

  test('if an answer is restarted during playback, `speaking` stays true until the second playback ends', async () => {
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

  test('an answer stops when the user stops it, starts a recording or leaves the editor', async () => {
    for (const act of ['stopAnswer', 'toggleRecording', 'leaveEditor'] as const) {
      const { voice, done } = await answered()
      void voice().playAnswer(0.5)
      await vi.advanceTimersByTimeAsync(0)
      void voice()[act]()
      await vi.advanceTimersByTimeAsync(0)
      expect(voice().speaking, act).toBe(false)
      expect(done, act).toContain('silence')
    }
  })

  test('an answer without audio is not played', async () => {
    const { voice, enter, record, done } = fakeVoiceDevice({
      hear: async () => ({ ...VOICE_RESPONSE, audioResponse: null }),
    })
    await enter()
    await record()
    await voice().toggleRecording()
    await voice().playAnswer(0.5)
    expect(voice().answer).toEqual({ reply: 'Received.', spoken: false })
    expect(done.filter((one) => one.startsWith('say'))).toEqual([])
  })
})
