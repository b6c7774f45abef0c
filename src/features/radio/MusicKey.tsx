import { Music } from 'lucide-react'
import { usePreferences } from '#src/stores/preferences.ts'
import { Key } from '#src/ui/Key.tsx'

/** Mutes the background music, now and the next time. */
export function MusicKey({ named = false }: { readonly named?: boolean }) {
  const muted = usePreferences((state) => state.bgMusicMuted)
  const choose = usePreferences((state) => state.choose)
  return (
    <Key
      aria-label={named ? undefined : muted ? 'Unmute background music' : 'Mute background music'}
      className={named ? '' : 'strip-music'}
      onClick={() => choose('bgMusicMuted', !muted)}
    >
      <span className="music-icon" data-muted={muted || undefined} aria-hidden>
        <Music size={14} />
      </span>
      {named && (muted ? 'Music off' : 'Music on')}
    </Key>
  )
}
