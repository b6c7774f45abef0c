import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEffects } from '#src/app/effects.ts'
import type { DraftState } from '#domain/draft.ts'
import type { Effect } from '#domain/sounds.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { useVoice } from '#src/stores/voice.ts'
import { draft } from '#tests/support/draft.ts'

const play = vi.fn<(effect: Effect, volume: number) => Promise<void>>(async () => {})
const heard = () => play.mock.calls.map(([effect]) => effect)

beforeAll(() => startEffects(play))
beforeEach(() => {
  usePreferences.setState({ soundEnabled: true, soundVolume: 0.5 })
  play.mockClear()
})

/** A draft goes from one state to another; undefined once the server has it. */
const draftGoes = (from: DraftState, to: DraftState | undefined) => {
  const drafts = (state: DraftState | undefined) => new Map(state && [['k', draft({ key: 'k', state })]])
  useDrafts.setState({ drafts: drafts(from) })
  useDrafts.setState({ drafts: drafts(to) })
}

/** An analysis of this entry ends. */
const analysisEnds = (faults: readonly string[], opened: readonly string[]) => {
  useAnalysis.setState({ analyzing: 'one' })
  useAnalysis.setState({
    faults: new Map(faults.map((id) => [id, 'Analysis failed'])),
    panels: new Map(opened.map((id) => [id, 'open' as const])),
  })
  useAnalysis.setState({ analyzing: null })
}

/** Somebody signs out while an entry is queued. */
const leaveWithDrafts = () => {
  useDrafts.setState({ uid: 'alice', drafts: new Map([['k', draft({ key: 'k', state: 'sent' })]]) })
  useDrafts.setState({ uid: null, drafts: new Map() })
}

test.each<[string, Effect, () => void]>([
  ['a key is pressed', 'key', () => document.body.appendChild(document.createElement('button')).click()],
  ['the dial moves', 'tune', () => useFrequency.getState().tune(91.5)],
  ['the server has an entry', 'sent', () => draftGoes('sent', undefined)],
  ['the server refuses an entry', 'fault', () => draftGoes('sent', 'refused')],
  ['an analysis has found something', 'received', () => analysisEnds([], ['one'])],
  ['an analysis failed', 'fault', () => analysisEnds(['one'], [])],
  ['the radio has given up', 'fault', () => useRadio.setState({ status: 'error' })],
  ['what was spoken could not be written down', 'fault', () => useVoice.setState({ fault: 'Failed.' })],
  [
    'somebody is reminded',
    'received',
    () => useReminders.setState({ given: { title: 'Voice assistant', body: '', path: '/', tag: '' } }),
  ],
])('%s: %s', (_, effect, happens) => {
  happens()
  expect(heard()).toEqual([effect])
  expect(play).toHaveBeenCalledWith(effect, 0.5)
})

test.each<[string, () => void]>([
  ['a press beside the keys', () => document.body.click()],
  ['an entry that is queued', () => draftGoes('writing', 'sent')],
  ['a change that waits for a choice', () => draftGoes('sent', 'conflict')],
  ['a draft that is thrown away', () => draftGoes('writing', undefined)],
  ['drafts that leave with their writer', () => leaveWithDrafts()],
  ['an analysis that nobody waits for any more', () => analysisEnds([], [])],
])('%s makes no sound', (_, happens) => {
  happens()
  expect(heard()).toEqual([])
})

test('nothing is heard while sound is off', () => {
  usePreferences.setState({ soundEnabled: false })
  useFrequency.getState().tune(120.8)
  expect(heard()).toEqual([])
})
