import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startButtonSound, startSoundEffects } from '#src/app/effects.ts'
import type { SoundEffect } from '#domain/radio/sounds.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { UserSession } from '#src/stores/session.ts'
import { useVoice } from '#src/stores/voice.ts'
import { draft } from '#tests/support/draft.ts'

const play = vi.fn<(effect: SoundEffect, volume: number) => Promise<void>>(async () => {})
const session = new UserSession(null)
const heard = () => play.mock.calls.map(([effect]) => effect)

beforeAll(() => {
  startButtonSound(play)
  startSoundEffects(session, play)
})
beforeEach(() => {
  usePreferences.setState({ soundEnabled: true, soundVolume: 0.5 })
  play.mockClear()
})

const analysisEnds = (outcome: 'found' | 'failed' | null) => {
  useAnalysis.of(session).setState({ analyzing: 'one', outcome: null })
  useAnalysis.of(session).setState({ analyzing: null, outcome })
}

test.each<[string, SoundEffect, () => void]>([
  ['a button is pressed', 'key', () => document.body.appendChild(document.createElement('button')).click()],
  ['the dial moves', 'tune', () => useFrequency.of(session).getState().tune(91.5)],
  [
    'the server confirms an entry',
    'sent',
    () => useDrafts.setState({ lastStored: draft({ key: 'k', state: 'sent' }) }),
  ],
  [
    'the server rejects an entry',
    'error',
    () => useDrafts.setState({ lastRejected: { draft: draft({ key: 'k', state: 'sent' }), awaited: true } }),
  ],
  ['an analysis finds suggestions', 'received', () => analysisEnds('found')],
  ['an analysis fails', 'error', () => analysisEnds('failed')],
  ['the radio stops with an error', 'error', () => useRadio.setState({ status: 'error' })],
  ['a recording cannot be transcribed', 'error', () => useVoice.of(session).setState({ error: 'Failed.' })],
  [
    'a reminder is shown',
    'received',
    () =>
      useReminders.of(session).setState({ lastReminder: { title: 'Voice assistant', body: '', path: '/', tag: '' } }),
  ],
])('when %s, plays the sound "%s"', (_, effect, happens) => {
  happens()
  expect(heard()).toEqual([effect])
  expect(play).toHaveBeenCalledWith(effect, 0.5)
})

test.each<[string, () => void]>([
  ['a click outside the buttons', () => document.body.click()],
  [
    'an entry that is queued and then sent by another tab',
    () => {
      useDrafts.setState({ drafts: new Map([['k', draft({ key: 'k', state: 'sent' })]]) })
      useDrafts.setState({ drafts: new Map() })
    },
  ],
  ['a dial that another tab moves', () => useFrequency.of(session).setState({ frequency: 130.2, changing: true })],
  ['an analysis that ends without an outcome', () => analysisEnds(null)],
])('plays no sound for %s', (_, happens) => {
  happens()
  expect(heard()).toEqual([])
})

test('plays no sound while sound is off', () => {
  usePreferences.setState({ soundEnabled: false })
  useFrequency.of(session).getState().tune(120.8)
  expect(heard()).toEqual([])
})
