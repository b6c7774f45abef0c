import { describe, expect, test, vi } from 'vitest'
import type { VoiceResponse } from '#domain/api.ts'
import type { VoiceDeps } from './voice.ts'
import { NOON, recording, rejectWith, setUp, HEARD, startAtNoon } from '#tests/support/voiceDevice.ts'

startAtNoon()

describe('recordings without a transcription', () => {
  test.each<[string, VoiceDeps['processVoice'], string]>([
    ['refused', rejectWith(429, 'Only 5 a minute are possible.'), 'Only 5 a minute are possible.'],
    ['not sent', rejectWith(0, 'Failed to process audio.'), 'Failed to process audio.'],
    ['failed oddly', () => Promise.reject(new Error('x')), 'An unknown error occurred.'],
    [
      'not understood',
      async () => ({ logText: '', reply: 'Nothing was heard.', audioResponse: null }),
      'Nothing was heard.',
    ],
  ])('a recording is kept when it was %s', async (_, hear, fault) => {
    const { voice, enter, record, texts } = setUp({ hear })
    await enter()
    await record()
    await voice().toggleRecording()
    expect(voice()).toMatchObject({ status: 'idle', error: fault, answer: null })
    expect(voice().storedRecordings).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect(texts).toEqual([])
  })

  test('a recording whose transcription failed can be transcribed again', async () => {
    const answers = [rejectWith(503, 'Busy.'), async () => HEARD]
    const { voice, enter, record, texts } = setUp({ hear: () => (answers.shift() ?? (async () => HEARD))() })
    await enter()
    await record()
    await voice().toggleRecording()
    for (const one of voice().storedRecordings) await voice().retry(one)
    expect(voice()).toMatchObject({ error: null, answer: { reply: 'Received.' } })
    expect(texts).toEqual(['Patrol complete.'])
  })

  test('a stored recording can be downloaded or discarded', async () => {
    const { voice, enter, done, stored } = setUp({ kept: [recording()] })
    await enter()
    await voice().download(recording())
    expect(done).toEqual(['file of old, audio/webm'])
    await voice().discard(recording())
    expect([stored.size, voice().storedRecordings]).toEqual([0, []])
  })

  test('an error is shown if a recording cannot be downloaded', async () => {
    const { voice, enter, done } = setUp({ kept: [recording()], unreadable: true })
    await enter()
    await voice().download(recording())
    expect(voice()).toMatchObject({ status: 'idle', error: 'Failed to process audio.' })
    expect(done).toEqual([])
  })

  test('on a full device, a recording is kept only in the page, and the storage error is reported', async () => {
    const { voice, enter, record } = setUp({ full: true, hear: rejectWith(503, 'Busy.') })
    await enter()
    await record()
    expect(voice().storageFailed).toBe(true)
    await voice().toggleRecording()
    expect(voice().storedRecordings).toHaveLength(1)
  })
})

describe('leaving, canceling and signing out', () => {
  test('leaving the editor while recording ends and keeps the recording', async () => {
    const { voice, enter, record, stored, done, texts } = setUp()
    await enter()
    await record()
    voice().detachTarget()
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored.values()]).toEqual([recording({ id: 'r1', at: NOON, seconds: 3 })])
    expect(done.slice(-2)).toEqual(['microphone off', 'let go'])
    expect(texts).toEqual([])
  })

  test('leaving the editor during a transcription aborts the transcription and keeps the recording', async () => {
    const answer = Promise.withResolvers<VoiceResponse>()
    let signal: AbortSignal | undefined
    const { voice, enter, record, stored, texts } = setUp({
      hear: (_, aborted) => {
        signal = aborted
        return answer.promise
      },
    })
    await enter()
    await record()
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    voice().detachTarget()
    answer.resolve(HEARD)
    await vi.advanceTimersByTimeAsync(0)
    expect(signal?.aborted).toBe(true)
    expect(texts).toEqual([])
    expect([...stored.values()][0]).toMatchObject({ written: false })
    expect(voice()).toMatchObject({ status: 'idle', error: null, answer: null })
  })

  test('canceling a transcription keeps the recording', async () => {
    const { voice, enter, record, texts } = setUp({ hear: () => new Promise(() => {}) })
    await enter()
    await record()
    void voice().toggleRecording()
    await vi.advanceTimersByTimeAsync(0)
    await voice().cancel()
    expect(voice()).toMatchObject({ status: 'idle', error: null })
    expect(voice().storedRecordings).toHaveLength(1)
    expect(texts).toEqual([])
  })

  test('forget deletes all recordings of a user', async () => {
    const { voice, stored } = setUp({ kept: [recording()] })
    expect(await voice().hasStoredRecordings()).toBe(true)
    await voice().forget('alice')
    expect(stored.size).toBe(0)
  })
})

describe('stored recordings', () => {
  test('stored recordings are offered in every editor, not only in the one of their draft', async () => {
    const { voice, enter } = setUp({ kept: [recording({ draftKey: 'closed' })] })
    await enter()
    expect(voice().storedRecordings.map(({ id }) => id)).toEqual(['old'])
  })

  test('a stored recording is kept until it is accepted or discarded, even if its draft no longer exists', async () => {
    const { voice, enter, stored } = setUp({ kept: [recording({ draftKey: 'gone', written: true })] })
    await enter()
    voice().detachTarget()
    await vi.advanceTimersByTimeAsync(0)
    await enter()
    expect([voice().storedRecordings.length, stored.size, await voice().hasStoredRecordings()]).toEqual([1, 1, true])
  })

  test('a recording that another tab has locked is neither transcribed nor discarded', async () => {
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
