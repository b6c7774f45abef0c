import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startVoiceReactions } from '#src/app/voiceReactions.ts'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { UserSession } from '#src/stores/session.ts'
import { useVoice } from '#src/stores/voice.ts'

const called: string[] = []
const note =
  (name: string) =>
  (...values: unknown[]) =>
    void called.push([name, ...values].join(' '))

const session = new UserSession('alice')
const voice = useVoice.of(session)

beforeAll(() => {
  useRadio.setState({ duck: note('duck') })
  useMusic.setState({ setRecordingSpeech: note('hush') })
  voice.setState({ playAnswer: async (volume) => note('say at')(volume), stopAnswer: note('silence') })
  startVoiceReactions(session)
})
beforeEach(() => {
  usePreferences.setState({ soundEnabled: true, soundVolume: 0.5 })
  voice.setState({ status: 'idle', speaking: false, answer: null })
  called.length = 0
})

test('lowers the volume of radio and music from the start of a recording until the spoken answer ends', () => {
  voice.setState({ status: 'listening' })
  expect(called).toEqual(['duck true', 'hush true'])
  voice.setState({ status: 'processing' })
  voice.setState({ status: 'idle', speaking: true })
  expect(called).toHaveLength(2)
  voice.setState({ speaking: false })
  expect(called.slice(2)).toEqual(['duck false', 'hush false'])
})

test('speaks an answer only once', () => {
  voice.setState({ answer: { reply: 'Received.', spoken: true } })
  voice.setState({ storedRecordings: [] })
  expect(called).toEqual(['say at 0.5'])
})

test.each([
  ['sound is off', false, true],
  ['the answer has no audio', true, false],
])('does not speak the answer when %s', (_, soundEnabled, spoken) => {
  usePreferences.setState({ soundEnabled })
  voice.setState({ answer: { reply: 'Received.', spoken } })
  expect(called.filter((one) => one.startsWith('say'))).toEqual([])
})

test('stops speaking when sound is turned off', () => {
  usePreferences.setState({ soundEnabled: false })
  expect(called).toEqual(['silence'])
  usePreferences.setState({ soundEnabled: true })
  expect(called).toEqual(['silence'])
})
