import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { Mic, Square, Volume2, X } from 'lucide-react'
import { VOICE_TEXT } from '#domain/texts/specification.ts'
import { VOICE_STRIP_TEXT } from '#domain/texts/voice.ts'
import { MAX_RECORDING_SECONDS, recordingLengthText } from '#domain/analysis/voice.ts'
import { useSettings } from '#src/stores/settings.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useVoice, type VoiceStatus } from '#src/stores/voice.ts'
import { Button } from '#src/ui/Button.tsx'
import { isDictation } from '#src/ui/dictation.ts'
import { toast } from '#src/ui/toast.tsx'
import './VoiceStrip.css'
import { SavedRecordings } from './SavedRecordings.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { useElapsed } from './useElapsed.ts'
import { useVoiceToasts } from './useVoiceToasts.ts'

type Props = { readonly draftKey: string; readonly eyesOnly: boolean; readonly onText: (text: string) => void }

/** Renders the voice assistant, which writes the user's speech into the entry and speaks an answer. */
export function VoiceStrip({ draftKey, eyesOnly, onText }: Props) {
  const aiEnabled = useSettings((state) => state.settings.aiEnabled)
  return aiEnabled && !eyesOnly ? <Strip draftKey={draftKey} onText={onText} /> : null
}

function Strip({ draftKey, onText }: Omit<Props, 'eyesOnly'>) {
  const session = useSession()
  const id = useId()
  const status = useVoice((state) => state.status)
  const startedAt = useVoice((state) => state.startedAt)
  const error = useVoice((state) => state.error)
  const answer = useVoice((state) => state.answer)
  const toggleRecording = useVoice((state) => state.toggleRecording)
  const cancel = useVoice((state) => state.cancel)
  const attachTarget = useVoice((state) => state.attachTarget)
  const leaveEditor = useVoice((state) => state.leaveEditor)
  useVoiceToasts()
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  const startsRecording = useRef(isDictation(useLocation().state))
  useEffect(() => {
    // While the device is offline, the code of the voice assistant may fail to load. A press on the button then shows
    // an error.
    const attached = attachTarget({ draftKey, onText: (text) => latest.current(text) }).catch(() => {})
    if (!startsRecording.current) return
    startsRecording.current = false
    void attached.then(toggleRecording)
  }, [attachTarget, toggleRecording, draftKey])
  useEffect(
    () => () => {
      if (useVoice.of(session).getState().status !== 'idle') toast.hint(VOICE_STRIP_TEXT.recordingSaved)
      leaveEditor()
    },
    [session, leaveEditor],
  )
  const isActive = status !== 'idle' || error !== null || answer !== null
  const title = error
    ? VOICE_STRIP_TEXT.errorTitle
    : answer
      ? VOICE_STRIP_TEXT.answerTitle
      : VOICE_STRIP_TEXT.titles[status]
  return (
    <section className="voice" data-active={isActive || undefined} aria-labelledby={id}>
      <div className="voice-glass glass" data-status={status}>
        <button
          type="button"
          className="voice-key"
          aria-label={VOICE_STRIP_TEXT.buttons[status]}
          aria-disabled={status === 'processing' || undefined}
          onClick={() => void toggleRecording()}
        >
          <Mic size={22} aria-hidden />
        </button>
        <div className="voice-text" role="status" data-error={error !== null || undefined}>
          <h2 id={id}>{title}</h2>
          <p dir={answer ? 'auto' : undefined}>
            {error ?? (answer ? answer.reply || VOICE_TEXT.responded : <Hint status={status} />)}
          </p>
        </div>
        {status === 'listening' && startedAt !== null && (
          <>
            <LevelMeter />
            <Elapsed since={startedAt} />
          </>
        )}
        {status === 'processing' && <span className="voice-busy" aria-hidden />}
        {status !== 'idle' && (
          <button
            type="button"
            className="voice-side"
            aria-label={status === 'listening' ? VOICE_STRIP_TEXT.cancelRecording : VOICE_STRIP_TEXT.cancelProcessing}
            onClick={() => void cancel()}
          >
            <X size={18} aria-hidden />
          </button>
        )}
        {answer?.spoken && <SpeakButton />}
      </div>
      <SavedRecordings draftKey={draftKey} />
    </section>
  )
}

function Hint({ status }: { readonly status: VoiceStatus }) {
  if (status === 'processing') return VOICE_STRIP_TEXT.processingHint
  if (status === 'listening') return VOICE_STRIP_TEXT.listeningHint
  return (
    <>
      <span className="phone-only">{VOICE_STRIP_TEXT.phoneHint}</span>
      <span className="wide-only">{VOICE_STRIP_TEXT.hint}</span>
    </>
  )
}

/** Shows the length of the recording and, in the last 10 seconds, the maximum length. */
function Elapsed({ since }: { readonly since: number }) {
  const seconds = Math.min(useElapsed(since), MAX_RECORDING_SECONDS)
  const left = MAX_RECORDING_SECONDS - seconds
  return (
    <span className="voice-time" role="timer" data-ending={left <= 10 || undefined}>
      {recordingLengthText(seconds)}
      {left <= 10 && <span className="sr-only">{VOICE_STRIP_TEXT.ofLength(MAX_RECORDING_SECONDS)}</span>}
    </span>
  )
}

function SpeakButton() {
  const speaking = useVoice((state) => state.speaking)
  const playAnswer = useVoice((state) => state.playAnswer)
  const stopAnswer = useVoice((state) => state.stopAnswer)
  const volume = usePreferences((state) => state.soundVolume)
  return (
    <Button look="ghost" className="voice-side" onClick={() => (speaking ? stopAnswer() : void playAnswer(volume))}>
      {speaking ? <Square size={16} aria-hidden /> : <Volume2 size={16} aria-hidden />}
      {speaking ? VOICE_STRIP_TEXT.stopAnswer : VOICE_STRIP_TEXT.repeatAnswer}
    </Button>
  )
}
