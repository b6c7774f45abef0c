import { useEffect } from 'react'
import { Music } from 'lucide-react'
import { useMusic } from '#src/stores/music.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { Key } from '#src/ui/Button.tsx'

/** The login screen's music, and the key that mutes it. */
export function LoginMusic() {
  const enter = useMusic((state) => state.setTrack)
  const leave = useMusic((state) => state.clearTrack)
  const mute = useMusic((state) => state.setMuted)
  const muted = usePreferences((state) => state.bgMusicMuted)
  const choose = usePreferences((state) => state.choose)
  useEffect(() => mute(muted), [mute, muted])
  useEffect(() => {
    enter('login')
    return () => leave('login')
  }, [enter, leave])
  return (
    <Key look="ghost" onClick={() => choose('bgMusicMuted', !muted)}>
      <Music size={14} aria-hidden />
      Login music {muted ? 'off' : 'on'}
    </Key>
  )
}
