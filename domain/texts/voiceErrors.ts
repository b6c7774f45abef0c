/** Errors of the voice assistant that the specification does not quote. */
export const VOICE_ERROR_TEXT = {
  tooShort: 'Nothing was recorded. Press the button, speak, and press the button again.',
} as const
