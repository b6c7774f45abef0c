import { playTick } from '#src/io/sound.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'

/** The only place where a change in one store acts on another. Returns what undoes it all. */
export function startReactions(): () => void {
  const undo = [
    // Signed in: the journal is opened. Signed out: it is closed and this device forgets it.
    useAuth.subscribe(({ user }, { user: before }) => {
      if (user?.uid === before?.uid) return
      if (user) void useJournal.getState().open(user.uid)
      else
        void useJournal
          .getState()
          .forgetDevice()
          .catch((error: unknown) => console.warn('The cache is cleared at the next start.', error))
    }),

    // Terminal effects: one attribute on the page.
    usePreferences.subscribe(({ terminalEffectsEnabled }) => showEffects(terminalEffectsEnabled)),

    // Keys click, while sound is on.
    onKeyPress(() => {
      const { soundEnabled, soundVolume } = usePreferences.getState()
      if (soundEnabled) playTick(soundVolume)
    }),
  ]
  showEffects(usePreferences.getState().terminalEffectsEnabled)
  return () => undo.forEach((stop) => stop())
}

function showEffects(on: boolean): void {
  document.documentElement.toggleAttribute('data-effects', on)
}

function onKeyPress(press: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) press()
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
