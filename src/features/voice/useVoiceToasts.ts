import { useEffect } from 'react'
import { VOICE_TEXT } from '#domain/messages.ts'
import { useVoice, type VoiceState } from '#src/stores/voice.ts'
import { toast } from '#src/ui/toast.tsx'

/** One toast that goes along with what the assistant does. */
const ID = 'voice'

/** Says what the assistant does (specification §8). */
export function useVoiceToasts(): void {
  useEffect(() => {
    const stop = useVoice.subscribe(say)
    return () => {
      stop()
      toast.dismiss(ID)
    }
  }, [])
}

function say({ status, error, answer }: VoiceState, before: VoiceState): void {
  if (error !== null && error !== before.error) toast.error(error, 'app', ID)
  else if (answer !== null && answer !== before.answer) toast.success(VOICE_TEXT.responded, 'app', 0, ID)
  else if (status === before.status) return
  else if (status === 'listening') toast.loading(VOICE_TEXT.listening, 'app', ID)
  else if (status === 'processing') toast.loading(VOICE_TEXT.processing, 'app', ID)
  else if (error === null) toast.dismiss(ID)
}
