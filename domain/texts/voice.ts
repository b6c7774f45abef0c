import { recordingLengthText } from '#domain/analysis/voice.ts'

/** Texts of the voice assistant and of saved recordings. */
export const VOICE_STRIP_TEXT = {
  buttons: { idle: 'Start recording', listening: 'Stop recording', processing: 'Processing' },
  titles: { idle: 'Voice assistant', listening: 'Listening', processing: 'Processing' },
  errorTitle: 'Could not transcribe',
  answerTitle: 'Answered',
  hint: 'Press and speak. The assistant writes the entry and replies aloud.',
  phoneHint: 'Tap and speak',
  listeningHint: 'Press again to stop. The assistant then writes the entry and replies aloud.',
  processingHint: 'The assistant is writing the entry.',
  recordingSaved: 'The recording is saved. You will find it in your next entry.',
  cancelRecording: 'Cancel recording',
  cancelProcessing: 'Cancel transcription',
  /** Appended to the length of the recording, for screen readers. */
  ofLength: (seconds: number) => ` of ${recordingLengthText(seconds)}`,
  stopAnswer: 'Stop',
  repeatAnswer: 'Say again',
} as const

export const RECORDING_TEXT = {
  title: (when: string) => `Recording, ${when}`,
  untranscribed: 'Not transcribed yet',
  transcribed: 'Saved until you submit the entry',
  withoutDraft: 'Its draft was deleted',
  notSaved:
    'This recording could not be saved: the storage of this device is full or blocked. Download the recording before you leave.',
  discardTitle: 'Discard recording',
  discardQuestion: 'This recording has not been added to an entry. Discard it?',
} as const
