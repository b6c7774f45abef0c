import { useEffect } from 'react'
import { Music } from 'lucide-react'
import { useMusic } from '#src/stores/music.ts'
import { Key } from '#src/ui/Key.tsx'

/** The login screen's music, and the key that mutes it. */
export function LoginMusic() {
  const { muted, setMuted, enter, leave } = useMusic()
  useEffect(() => {
    enter('login')
    return () => leave('login')
  }, [enter, leave])
  return (
    <Key look="ghost" onClick={() => setMuted(!muted)}>
      <Music size={14} aria-hidden />
      Login music {muted ? 'off' : 'on'}
    </Key>
  )
}
