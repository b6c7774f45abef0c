import { recordingFileName } from '#domain/analysis/voice.ts'
import { downloadFile } from '#src/io/exportFile.ts'
import { functionsIo } from '#src/io/firebase/functions.ts'
import { microphone } from './recorder.ts'
import { recordingsIo, type Recording } from './recordings.ts'
import { speaker } from './speaker.ts'

/** The dependencies of the voice assistant, loaded together. */
export const voiceIo = {
  recorder: microphone,
  recordings: recordingsIo,
  speaker,
  processVoice: functionsIo.processVoice,
  saveFile: ({ at, type }: Recording, sound: Blob) => downloadFile(recordingFileName(at, type), sound),
}
