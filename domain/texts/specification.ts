/**
 * Texts that the specification quotes, to the letter, grouped by part of the app. Texts of the screens before sign-in
 * are in `signIn.ts` and `recovery.ts`.
 */
export const LOG_TEXT = {
  loadingList: 'Loading logs...',
  loadingOne: 'Loading log...',
  empty: 'No operation logs found.',
  emptyHint: 'Click "New Entry" to create your first entry.',
  hidden: 'Click "View Logs" in the menu bar to display operation logs.',
  created: 'Log entry created successfully!',
  createFailed: 'Failed to create log entry.',
  createNeedsUser: 'You must be logged in to create a log.',
  saved: 'Log saved successfully',
  saveFailed: 'Failed to save log',
  updateFailed: 'Failed to update log.',
  deleted: 'Log deleted',
  deleteFailed: 'Failed to delete log',
  fetchFailed: 'Failed to fetch logs.',
  loadFailed: 'Failed to load log',
  notFound: 'Log not found',
  allDeleted: 'All logs have been deleted.',
  deleteAllFailed: 'Failed to delete all logs.',
  exported: 'Logs exported successfully!',
  nothingToExport: 'No logs to export.',
  cleared: 'Content cleared',
  dateUnknown: 'Date unknown',
} as const

export const CONFIRM_TEXT = {
  deleteFromList: 'Are you sure you want to delete this log? This action cannot be undone.',
  deleteFromPage: 'Are you sure you want to delete this log?',
  deleteAll: 'WARNING: Are you sure you want to delete ALL log entries? This action cannot be undone.',
  deleteAllFinally: 'FINAL WARNING: This will permanently delete ALL your log entries. Proceed?',
  clearContent: 'Are you sure you want to clear all content? This action cannot be undone.',
} as const

/** Returns the message for an operation that needs storage while storage is unavailable. */
export const storageErrorText = (verb: 'add' | 'update' | 'delete' | 'clear'): string =>
  `Cannot ${verb} log${verb === 'clear' ? 's' : ''}: the backend is not connected or no user is logged in.`

export const RADIO_TEXT = {
  loadFailed: 'Failed to load audio stream',
  startFailed: 'Failed to start playback',
  switchFailed: 'Failed to switch station',
  noAddress: 'Unable to get stream URL',
  notConfigured: 'station not configured',
  controlFailed: 'Failed to control radio',
  favoriteFailed: 'Failed to update favorites',
  favoriteNeedsUser: 'Please sign in to favorite songs',
  alreadyFavorite: 'Song is already in favorites',
} as const

export const ACCOUNT_TEXT = {
  deletion: 'Account deletion requires verification. Please contact support for assistance.',
} as const

export const ANALYSIS_TEXT = {
  analyzeOnList: 'AI Analysis',
  analyzeOnPage: 'Analyze',
  title: 'AI Suggestions',
  view: 'View AI Suggestions',
  show: 'Show AI Suggestions',
  running: 'Analyzing with ... AI...',
  busy: 'Analyzing...',
  complete: 'Analysis complete!',
  failedOnList: 'Failed to analyze log entry',
  failedOnPage: 'Failed to analyze log',
  inProgress: 'Analysis already in progress',
  failed: 'Analysis failed',
  unreachable: 'Analysis failed: the server cannot be reached. Try again when you are online.',
  belowThreshold: 'Analysis confidence below threshold',
  notSignedIn: 'User not authenticated',
  needsUser: 'User not authenticated for analysis.',
  lowConfidence: 'Low confidence suggestions may need review',
  applying: 'Applying AI suggestions...',
  applied: 'Applied AI suggestions',
  applyFailed: 'Failed to apply suggestions',
  goalAdded: (goal: string) => `Goal "${goal}" added to content`,
  tagAdded: (tag: string) => `Tag "${tag}" added to content`,
} as const

export const VOICE_TEXT = {
  unsupported: 'Your browser does not support audio recording.',
  noMicrophone: 'Could not access the microphone. Please check permissions.',
  needsUser: 'You must be logged in to use the assistant.',
  listening: 'The assistant is listening...',
  processing: 'The assistant is processing...',
  responded: 'The assistant has responded.',
  failed: 'Failed to process audio.',
  unknown: 'An unknown error occurred.',
} as const

export const NOTIFICATION_TEXT = {
  granted: 'Notification permissions granted!',
  noToken: 'Could not get notification token.',
  denied: 'Notification permissions denied.',
  failed: 'Failed to set up notifications.',
  needsUser: 'You must be logged in to enable notifications.',
} as const
