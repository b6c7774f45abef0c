import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startButtonSound, startSoundEffects } from '#src/app/effects.ts'
import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import type { Operation, Outcome } from '#domain/journal/operations.ts'
import type { SoundEffect } from '#domain/radio/sounds.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { UserSession } from '#src/stores/session.ts'
import { useVoice } from '#src/stores/voice.ts'
import { answeredOperation, queuedOperation } from '#tests/support/queuedOperation.ts'

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

const ADD: Operation = {
  kind: 'add',
  id: 'one',
  content: EMPTY_CONTENT,
  metadata: { clientTime: 0, timeZone: 'UTC', frequency: 100, source: 'typed' },
}
const EDIT: Operation = { kind: 'edit', id: 'one', base: EMPTY_CONTENT, mine: { ...EMPTY_CONTENT, content: 'mine' } }
const serverAnswers = (operation: Operation, outcome: Outcome = 'saved') =>
  useJournal.of(session).setState({ lastAnswered: answeredOperation(operation, { outcome }) })

const analysisEnds = (outcome: 'found' | 'failed' | null) => {
  useAnalysis.of(session).setState({ analyzing: 'one', outcome: null })
  useAnalysis.of(session).setState({ analyzing: null, outcome })
}

test.each<[string, SoundEffect, () => void]>([
  ['a button is pressed', 'key', () => document.body.appendChild(document.createElement('button')).click()],
  ['the dial moves', 'tune', () => useFrequency.of(session).getState().tune(91.5)],
  ['the server confirms an entry', 'sent', () => serverAnswers(ADD)],
  ['the server confirms a change of an entry', 'sent', () => serverAnswers(EDIT)],
  ['the server rejects an entry', 'error', () => serverAnswers(ADD, 'refused')],
  ['another device has also changed the entry', 'error', () => serverAnswers(EDIT, 'conflict')],
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
      useJournal.of(session).setState({ queue: [queuedOperation(ADD)] })
      useJournal.of(session).setState({ queue: [] })
    },
  ],
  ['a deletion that the server confirms', () => serverAnswers({ kind: 'delete', id: 'one' })],
  ['one of many changes that the server confirms', () => serverAnswers({ ...EDIT, isBulk: true })],
  ['settings that the server rejects', () => serverAnswers({ kind: 'settings', changes: {} }, 'refused')],
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
