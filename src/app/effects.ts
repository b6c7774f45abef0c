import type { Effect } from '#domain/sounds.ts'
import type { playEffect } from '#src/io/audio/effects.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { useVoice } from '#src/stores/voice.ts'

/** The sounds of the interface, each with what it belongs to. Part of `reactions.ts`; started once. */
export function startEffects(play: typeof playEffect): void {
  const sound = (effect: Effect): void => {
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (soundEnabled) void play(effect, soundVolume)
  }
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) sound('key')
  })
  useFrequency.subscribe(({ changing, frequency }, { frequency: before }) => {
    if (changing && frequency !== before) sound('tune')
  })
  // As with the messages: what is queued is silent until the server has answered.
  useDrafts.subscribe(({ drafts, uid }, { drafts: before, uid: uidBefore }) => {
    if (drafts === before || uid !== uidBefore) return
    const sent = [...before.values()].filter(({ state }) => state === 'sent')
    if (sent.some(({ key }) => drafts.get(key)?.state === 'refused')) sound('fault')
    else if (sent.some(({ key }) => !drafts.has(key))) sound('sent')
  })
  useAnalysis.subscribe(({ analyzing, faults, panels }, { analyzing: before }) => {
    if (before === null || analyzing !== null) return
    if (faults.has(before)) sound('fault')
    else if (panels.get(before) === 'open') sound('received')
  })
  useReminders.subscribe(({ given }, { given: before }) => {
    if (given !== null && given !== before) sound('received')
  })
  useVoice.subscribe(({ fault }, { fault: before }) => {
    if (fault !== null && fault !== before) sound('fault')
  })
  useRadio.subscribe(({ status }, { status: before }) => {
    if (status === 'error' && before !== 'error') sound('fault')
  })
}
