import { expect, test } from 'vitest'
import { VoiceResponse } from '#domain/api.ts'
import { audioTypeOf, recordingFileName, recordingLengthText, appendTranscript } from './voice.ts'

test.each([
  ['audio/webm;codecs=opus', 'audio/webm'],
  ['AUDIO/WebM', 'audio/webm'],
  [' audio/ogg ; codecs=opus', 'audio/ogg'],
  ['audio/mp4', 'audio/mp4'],
  ['audio/wav', undefined],
  ['video/webm', undefined],
  ['', undefined],
])('returns the audio type of the content type %j: %s', (contentType, type) => {
  expect(audioTypeOf(contentType)).toBe(type)
})

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [59.99, '0:59'],
  [60, '1:00'],
  [120, '2:00'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(recordingLengthText(seconds)).toBe(text)
})

test.each([
  ['', 'Said.', 'Said.'],
  [' \n', 'Said.', 'Said.'],
  ['There.', 'Said.', 'There.\n\nSaid.'],
  ['- [ ] a\n', 'Said.', '- [ ] a\n\nSaid.'],
])('to the text %j, appends the transcript %j as a new paragraph', (content, spoken, whole) => {
  expect(appendTranscript(content, spoken)).toBe(whole)
})

test('creates the file name of a recording from its time and its audio type', () => {
  const time = new Date(2026, 10, 20, 8, 5).getTime()
  expect(recordingFileName(time, 'audio/webm')).toBe('sitrep-recording-2026-11-20-0805.webm')
  expect(recordingFileName(time, 'audio/mp4')).toBe('sitrep-recording-2026-11-20-0805.m4a')
})

test('returns an empty reply for a response without a reply, which the specification allows', () => {
  expect(VoiceResponse.parse({ logText: 'a', audioResponse: 'AAAA' })).toEqual({
    logText: 'a',
    reply: '',
    audioResponse: 'AAAA',
  })
})

test.each([
  ['AAAA', 'AAAA'],
  [null, null],
  ['*', null],
  [undefined, null],
])(
  'parses the audio %j of a response as %j, and accepts the rest of the response even if the audio is invalid',
  (audioResponse, audio) => {
    expect(VoiceResponse.parse({ logText: 'a', reply: 'b', audioResponse })).toEqual({
      logText: 'a',
      reply: 'b',
      audioResponse: audio,
    })
  },
)
