import { useEffect } from 'react'
import { VOICE_TEXT } from '#domain/texts/specification.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useVoice, type VoiceState } from '#src/stores/voice.ts'
import { toast } from '#src/ui/toast.tsx'

/** All messages use the same toast, so that each message replaces the previous message. */
const TOAST_ID = 'voice'

/** Shows the assistant's state as a toast (specification §8). */
export function useVoiceToasts(): void {
  const session = useSession()
  useEffect(() => {
    const unsubscribe = useVoice.of(session).subscribe(showVoiceToast)
    return () => {
      unsubscribe()
      toast.dismiss(TOAST_ID)
    }
  }, [session])
}

function showVoiceToast({ status, error, answer }: VoiceState, previous: VoiceState): void {
  if (error !== null && error !== previous.error) toast.error(error, 'app', TOAST_ID)
  else if (answer !== null && answer !== previous.answer) toast.success(VOICE_TEXT.responded, 'app', 0, TOAST_ID)
  else if (status === previous.status) return
  else if (status === 'listening') toast.loading(VOICE_TEXT.listening, 'app', TOAST_ID)
  else if (status === 'processing') toast.loading(VOICE_TEXT.processing, 'app', TOAST_ID)
  else if (error === null) toast.dismiss(TOAST_ID)
}
