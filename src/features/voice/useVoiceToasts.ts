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

function say({ status, fault, answer }: VoiceState, before: VoiceState): void {
  if (fault !== null && fault !== before.fault) toast.error(fault, 'app', ID)
  else if (answer !== null && answer !== before.answer) toast.success(VOICE_TEXT.responded, 'app', 0, ID)
  else if (status === before.status) return
  else if (status === 'listening') toast.loading(VOICE_TEXT.listening, 'app', ID)
  else if (status === 'processing') toast.loading(VOICE_TEXT.processing, 'app', ID)
  else if (fault === null) toast.dismiss(ID)
}
