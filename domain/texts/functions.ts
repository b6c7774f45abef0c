/** Errors of the Cloud Functions that the app shows to users. Excludes the errors that the specification quotes. */
export const FUNCTION_TEXT = {
  aiOff: 'AI is switched off in your settings.',
  eyesOnly: 'This entry is EYES ONLY, so it is never analyzed.',
  noText: 'There is no text to analyze.',
  noSuggestions: 'This entry has no suggestions anymore. Analyze it again.',
  analysisNotSetUp: 'AI analysis is not set up on this server. Its operator has to set the secret GEMINI_API_KEY.',
  voiceNotSetUp: 'Voice is not set up on this server. Its operator has to set the secret GEMINI_API_KEY.',
  voiceNotSetUpLocally:
    'Voice is not set up on this server. Add a line GEMINI_API_KEY=… to functions/.secret.local and restart.',
  keyRejected: 'The AI service rejected the key of this server. Its operator has to set a valid GEMINI_API_KEY.',
  modelUnknown: (model: string, setting: string) =>
    `The AI service has no model ${model}. The operator of this server has to set ${setting} to a current model.`,
  busy: 'The AI service is busy. Try again in a minute.',
  unreachable: 'The AI service cannot be reached. Try again in a minute.',
  slow: 'The AI service did not answer in time. Try again, or lower the thinking budget.',
  cut: 'The answer of the AI service was cut off. Lower the thinking budget and try again.',
  unusable: 'The AI service returned an unusable answer. Try again.',
  analysisDeclined: 'The AI service declined to analyze this entry.',
  recordingDeclined: 'The AI service declined to transcribe this recording.',
  recordingUnreadable: 'The AI service could not read this recording. Record again, or use another browser.',
  recordingUnsupported:
    'This recording could not be read. Record again in a current browser, as Opus in WebM, Ogg or MP4, or as AAC in MP4.',
  recordingTooLong: (seconds: number) => `This recording is too long. The limit is ${seconds} seconds.`,
  recordingInProgress: 'Another recording is being processed. Try again when it is done.',
  perMinute: (limit: number) => `You have reached the limit of ${limit} per minute. Try again in a minute.`,
  perDay: (limit: number) => `You have reached the limit of ${limit} per day. Try again tomorrow.`,
  analysesUsedUp: 'This service has used up its analyses for today. Try again tomorrow.',
  recordingsUsedUp: 'This service has used up its recordings for today. Try again tomorrow.',
  tooManyCalls: 'Too many requests at the same time. Try again in a few seconds.',
  failed: 'Something went wrong. Try again in a minute.',
  offlinePreview:
    'Nothing is sent. This server has no key for the AI service, so it finds suggestions by keywords instead.',
} as const
