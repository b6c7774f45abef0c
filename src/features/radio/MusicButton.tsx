import { Music } from 'lucide-react'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Button } from '#src/ui/Button.tsx'

/** Renders the button that mutes the background music. The choice is persisted. */
export function MusicButton() {
  const muted = usePreferences((state) => state.bgMusicMuted)
  const choose = usePreferences((state) => state.choose)
  return (
    <Button
      aria-label={muted ? RADIO_PLAYER_TEXT.unmuteMusic : RADIO_PLAYER_TEXT.muteMusic}
      className="strip-music"
      onClick={() => choose('bgMusicMuted', !muted)}
    >
      <span className="music-icon" data-muted={muted || undefined} aria-hidden>
        <Music size={14} />
      </span>
    </Button>
  )
}
