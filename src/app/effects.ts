import type { SoundEffect } from '#domain/radio/sounds.ts'
import type { playEffect } from '#src/io/audio/effects.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useReminders } from '#src/stores/reminders.ts'
import { useVoice } from '#src/stores/voice.ts'

/** Starts the sounds of the interface. `reactions.ts` calls this function once. */
export function startSoundEffects(play: typeof playEffect): void {
  const sound = (effect: SoundEffect): void => {
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (soundEnabled) void play(effect, soundVolume)
  }
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) sound('key')
  })
  // Tuning in another tab does not change `tuneCount`, so only the tab in which the user tunes makes a sound.
  useFrequency.subscribe(({ tuneCount }, { tuneCount: before }) => {
    if (tuneCount !== before) sound('tune')
  })
  // A queued entry makes no sound until the server has confirmed or rejected the entry.
  useDrafts.subscribe(({ lastStored, lastRejected }, before) => {
    if (lastRejected !== null && lastRejected !== before.lastRejected) sound('error')
    else if (lastStored !== null && lastStored !== before.lastStored) sound('sent')
  })
  useAnalysis.subscribe(({ outcome }, { outcome: before }) => {
    if (outcome !== null && outcome !== before) sound(outcome === 'found' ? 'received' : 'error')
  })
  useReminders.subscribe(({ lastReminder }, { lastReminder: before }) => {
    if (lastReminder !== null && lastReminder !== before) sound('received')
  })
  useVoice.subscribe(({ error }, { error: before }) => {
    if (error !== null && error !== before) sound('error')
  })
  useRadio.subscribe(({ status }, { status: before }) => {
    if (status === 'error' && before !== 'error') sound('error')
  })
}
