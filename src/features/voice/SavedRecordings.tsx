import { useState } from 'react'
import { dateText } from '#domain/clock.ts'
import { recordingLengthText } from '#domain/analysis/voice.ts'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { RECORDING_TEXT } from '#domain/texts/voice.ts'
import { useDrafts } from '#src/stores/drafts.ts'
import { useVoice, type Recording } from '#src/stores/voice.ts'
import { Button } from '#src/ui/Button.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import '#src/styles/draftNote.css'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const ConfirmDialog = lazyWithPreload(async () => (await import('#src/ui/ConfirmDialog.tsx')).ConfirmDialog)

/**
 * Lists the recordings on this device that have no transcript, whose text is in this draft, or whose draft no longer
 * exists. No recording is deleted automatically.
 */
export function SavedRecordings({ draftKey }: { readonly draftKey: string }) {
  const timeText = useTimeText()
  const nameOf = ({ at }: Recording): string => RECORDING_TEXT.title(`${dateText(at)} ${timeText(at)}`)
  const status = useVoice((state) => state.status)
  const storedRecordings = useVoice((state) => state.storedRecordings)
  const storageFailed = useVoice((state) => state.storageFailed)
  const retry = useVoice((state) => state.retry)
  const download = useVoice((state) => state.download)
  const discard = useVoice((state) => state.discard)
  const [discarding, setDiscarding] = useState<Recording>()
  const drafts = useDrafts((state) => state.drafts)
  const isOwn = (one: Recording) => one.written && one.draftKey === draftKey
  const shown = storedRecordings.filter((one) => !one.written || isOwn(one) || !drafts.has(one.draftKey))
  if (status !== 'idle' || shown.length === 0) return null
  return (
    <>
      {shown.map((recording) => (
        <div key={recording.id} role="group" className="draft-note" aria-label={nameOf(recording)}>
          <p className={`lamp ${isOwn(recording) ? 'ok' : 'warn'}`}>
            <span>
              {nameOf(recording)}, {recordingLengthText(recording.seconds)}.{' '}
              {isOwn(recording)
                ? RECORDING_TEXT.transcribed
                : recording.written
                  ? RECORDING_TEXT.withoutDraft
                  : RECORDING_TEXT.untranscribed}
            </span>
          </p>
          <Button look="ghost" className="at-end" onClick={() => void retry(recording)}>
            {COMMON_TEXT.retry}
          </Button>
          <Button look="ghost" onClick={() => void download(recording)}>
            {COMMON_TEXT.download}
          </Button>
          {!isOwn(recording) && (
            <Button look="ghost" onClick={() => setDiscarding(recording)}>
              {COMMON_TEXT.discard}
            </Button>
          )}
        </div>
      ))}
      {storageFailed && (
        <p className="secondary warn" role="alert">
          {RECORDING_TEXT.notSaved}
        </p>
      )}
      {discarding && (
        <ConfirmDialog
          title={RECORDING_TEXT.discardTitle}
          text={RECORDING_TEXT.discardQuestion}
          action={COMMON_TEXT.discard}
          onCancel={() => setDiscarding(undefined)}
          onConfirm={() => {
            setDiscarding(undefined)
            void discard(discarding)
          }}
        />
      )}
    </>
  )
}
