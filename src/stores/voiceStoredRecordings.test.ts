import { describe, expect, test, vi } from 'vitest'
import type { VoiceResponse } from '#domain/api.ts'
import type { VoiceDeps } from './voice.ts'
import {
  NOON,
  recording,
  rejectWith,
  fakeVoiceDevice,
  VOICE_RESPONSE,
  startAtNoon,
} from '#tests/support/voiceDevice.ts'

startAtNoon()

describe('recordings without a transcription', () => {
  test.each<[string, VoiceDeps['processVoice'], string]>([
    [
      'the server rejects the recording',
      rejectWith(429, 'Only 5 a minute are possible.'),
      'Only 5 a minute are possible.',
    ],
    ['the recording cannot be sent', rejectWith(0, 'Failed to process audio.'), 'Failed to process audio.'],
    ['the request fails with an unknown error', () => Promise.reject(new Error('x')), 'An unknown error occurred.'],
    [
      'no speech is recognized in the recording',
      async () => ({ logText: '', reply: 'Nothing was heard.', audioResponse: null }),
      'Nothing was heard.',
    ],
  ])('a recording is kept when %s', async (_, hear, message) => {
    const { voice, enter, record, texts } = fakeVoiceDevice({ hear })
    await enter()
    await record()
    await voice().toggleRecording()
    expect(voice()).toMatchObject({ status: 'idle', error: message, answer: null })
    expect(voice().storedRecordings).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect(texts).toEqual([])
  })

  test('a recording whose transcription failed can be transcribed again', async () => {
    const answers = [rejectWith(503, 'Busy.'), async () => VOICE_RESPONSE]
    const { voice, enter, record, texts } = fakeVoiceDevice({
      hear: () => (answers.shift() ?? (async () => VOICE_RESPONSE))(),
    })
    await enter()
    await record()
    await voice().toggleRecording()
    for (const one of voice().storedRecordings) await voice().retry(one)
    expect(voice()).toMatchObject({ error: null, answer: { reply: 'Received.' } })
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('a stored recording can be downloaded or discarded', async () => {
    const { voice, enter, done, stored } = fakeVoiceDevice({ kept: [recording()] })
    await enter()
    await voice().download(recording())
    expect(done).toEqual(['file of old, audio/webm'])
    await voice().discard(recording())
    expect([stored.size, voice().storedRecordings]).toEqual([0, []])
  })

  test('an error is shown if a recording cannot be downloaded', async () => {
    const { voice, enter, done } = fakeVoiceDevice({ kept: [recording()], unreadable: true })
    await enter()
    await voice().download(recording())
    expect(voice()).toMatchObject({ status: 'idle', error: 'Failed to process audio.' })
    expect(done).toEqual([])
  })

  test('on a full device, a recording is kept only in memory, and the storage error is reported', async () => {
    const { voice, enter, record } = fakeVoiceDevice({ full: true, hear: rejectWith(503, 'Busy.') })
    await enter()
    await record()
    expect(voice().storageFailed).toBe(true)
    await voice().toggleRecording()
    expect(voice().storedRecordings).toHaveLength(1)
  })
})

describe('leaving, canceling and signing out', () => {
  test('leaving the editor during a recording ends the recording and keeps it', async () => {
    const { voice, enter, record, stored, done, texts } = fakeVoiceDevice()
    await enter()
    await record()
    voice().leaveEditor()
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored.values()]).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect(done.slice(-2)).toEqual(['microphone off', 'let go'])
    expect(texts).toEqual([])
  })

  test('the end of the session ends a recording and keeps it', async () => {
    const { session, voice, enter, record, stored, done } = fakeVoiceDevice()
    await enter()
    await record()
    session.end()
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored.values()]).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect([voice().status, done.at(-1)]).toEqual(['idle', 'microphone off'])
  })

  test('leaving the editor during a transcription aborts the transcription and keeps the recording', async () => {
    const answer = Promise.withResolvers<VoiceResponse>()
    let signal: AbortSignal | undefined
    const { voice, enter, record, stored, texts } = fakeVoiceDevice({
      hear: (_, aborted) => {
        signal = aborted
        return answer.promise
      },
    })
    await enter()
    await record()
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    voice().leaveEditor()
    answer.resolve(VOICE_RESPONSE)
    await vi.advanceTimersByTimeAsync(0)
    expect(signal?.aborted).toBe(true)
    expect(texts).toEqual([])
    expect([...stored.values()][0]).toMatchObject({ written: false })
    expect(voice()).toMatchObject({ status: 'idle', error: null, answer: null })
  })

  test('canceling a transcription keeps the recording', async () => {
    const { voice, enter, record, texts } = fakeVoiceDevice({ hear: () => new Promise(() => {}) })
    await enter()
    await record()
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    await voice().cancel()
    expect(voice()).toMatchObject({ status: 'idle', error: null })
    expect(voice().storedRecordings).toHaveLength(1)
    expect(texts).toEqual([])
  })

  test('`forget` deletes all recordings of a user', async () => {
    const { voice, stored } = fakeVoiceDevice({ kept: [recording()] })
    expect(await voice().hasStoredRecordings()).toBe(true)
    await voice().removeRecordings()
    expect(stored.size).toBe(0)
  })
})

describe('stored recordings', () => {
  test('every editor offers all stored recordings, not only those of its own draft', async () => {
    const { voice, enter } = fakeVoiceDevice({ kept: [recording({ draftKey: 'closed' })] })
    await enter()
    expect(voice().storedRecordings.map(({ id }) => id)).toEqual(['old'])
  })

  test('a stored recording is kept until it is accepted or discarded, even if its draft no longer exists', async () => {
    const { voice, enter, stored } = fakeVoiceDevice({ kept: [recording({ draftKey: 'gone', written: true })] })
    await enter()
    voice().leaveEditor()
    await vi.advanceTimersByTimeAsync(0)
    await enter()
    expect([voice().storedRecordings.length, stored.size, await voice().hasStoredRecordings()]).toEqual([1, 1, true])
  })

  test('a recording that another tab has locked is neither transcribed nor discarded', async () => {
    const { voice, enter, texts, stored } = fakeVoiceDevice({
      kept: [recording({ written: true, draftKey: 'd9' })],
      elsewhere: ['old'],
    })
    await enter()
    await voice().retry(recording())
    await voice().discard(recording())
    expect([texts, stored.size]).toEqual([[], 1])
  })
})
