import { useEffect } from 'react'
import { Music } from 'lucide-react'
import { LOGIN_MUSIC_TEXT } from '#domain/texts/loginMusic.ts'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Button } from '#src/ui/Button.tsx'

/** Plays the login screen's music and renders its mute button. */
export function LoginMusic() {
  const setTrack = useMusic((state) => state.setTrack)
  const clearTrack = useMusic((state) => state.clearTrack)
  const setMuted = useMusic((state) => state.setMuted)
  const muted = usePreferences((state) => state.bgMusicMuted)
  const choose = usePreferences((state) => state.choose)
  useEffect(() => setMuted(muted), [setMuted, muted])
  useEffect(() => {
    setTrack('login')
    return () => clearTrack('login')
  }, [setTrack, clearTrack])
  return (
    <Button look="ghost" onClick={() => choose('bgMusicMuted', !muted)}>
      <Music size={14} aria-hidden />
      {muted ? LOGIN_MUSIC_TEXT.off : LOGIN_MUSIC_TEXT.on}
    </Button>
  )
}
