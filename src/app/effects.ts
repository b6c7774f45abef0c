import type { SoundEffect } from '#domain/radio/sounds.ts'
import type { playEffect } from '#src/io/audio/effects.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useJournal } from '#src/stores/journal.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { useReminders } from '#src/stores/reminders.ts'
import type { UserSession } from '#src/stores/session.ts'
import { useVoice } from '#src/stores/voice.ts'
import { subscribe } from './subscribe.ts'

type Play = typeof playEffect

function playUnlessMuted(play: Play, effect: SoundEffect): void {
  const { soundEnabled, soundVolume } = usePreferences.getState()
  if (soundEnabled) void play(effect, soundVolume)
}

/** Plays a sound when the user presses a button. */
export function startButtonSound(play: Play): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) playUnlessMuted(play, 'key')
  })
}

/** Plays the sounds of the interface until the session ends. */
export function startSoundEffects(session: UserSession, play: Play): void {
  const sound = (effect: SoundEffect): void => playUnlessMuted(play, effect)
  // Tuning in another tab does not change `tuneCount`, so only the tab in which the user tunes makes a sound.
  subscribe(session, useFrequency.of(session), ({ tuneCount }, { tuneCount: before }) => {
    if (tuneCount !== before) sound('tune')
  })
  // A queued entry makes no sound until the server has confirmed or rejected the entry.
  subscribe(session, useJournal.of(session), ({ lastAnswered }, { lastAnswered: before }) => {
    if (lastAnswered === null || lastAnswered === before) return
    const { operation } = lastAnswered.queued
    if (operation.kind === 'add' || (operation.kind === 'edit' && !operation.isBulk))
      sound(lastAnswered.outcome === 'saved' ? 'sent' : 'error')
  })
  subscribe(session, useAnalysis.of(session), ({ outcome }, { outcome: before }) => {
    if (outcome !== null && outcome !== before) sound(outcome === 'found' ? 'received' : 'error')
  })
  subscribe(session, useReminders.of(session), ({ lastReminder }, { lastReminder: before }) => {
    if (lastReminder !== null && lastReminder !== before) sound('received')
  })
  subscribe(session, useVoice.of(session), ({ error }, { error: before }) => {
    if (error !== null && error !== before) sound('error')
  })
  subscribe(session, useRadio, ({ status }, { status: before }) => {
    if (status === 'error' && before !== 'error') sound('error')
  })
}
