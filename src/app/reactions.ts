import { playTick } from '#src/io/sound.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useJournal } from '#src/stores/journal.ts'
import { usePreferences } from '#src/stores/preferences.ts'

let started = false

/** The only place where a change in one store acts on another. Started once, when somebody is signed in. */
export function startReactions(): void {
  if (started) return
  started = true

  // Signed in: the journal is opened. Signed out: it is closed and this device forgets it.
  follow(useAuth.getState().user?.uid)
  useAuth.subscribe(({ user }, { user: before }) => {
    if (user?.uid !== before?.uid) follow(user?.uid)
  })

  // Keys click, while sound is on.
  document.addEventListener('click', ({ target }) => {
    const { soundEnabled, soundVolume } = usePreferences.getState()
    if (soundEnabled && target instanceof Element && target.closest('button')) playTick(soundVolume)
  })
}

function follow(uid: string | undefined): void {
  const { open, forgetDevice } = useJournal.getState()
  if (uid !== undefined) void open(uid)
  else forgetDevice().catch((error: unknown) => console.warn('The cache is cleared at the next start.', error))
}
