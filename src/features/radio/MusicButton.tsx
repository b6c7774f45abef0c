import { Music } from 'lucide-react'
import { usePreferences } from '#src/stores/preferences.ts'
import { Key } from '#src/ui/Button.tsx'

/** Mutes the background music, now and the next time. */
export function MusicKey() {
  const muted = usePreferences((state) => state.bgMusicMuted)
  const choose = usePreferences((state) => state.choose)
  return (
    <Key
      aria-label={muted ? 'Unmute background music' : 'Mute background music'}
      className="strip-music"
      onClick={() => choose('bgMusicMuted', !muted)}
    >
      <span className="music-icon" data-muted={muted || undefined} aria-hidden>
        <Music size={14} />
      </span>
    </Key>
  )
}
