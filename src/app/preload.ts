import { useUpdate } from '#src/stores/update.ts'

/** The code of the other screens, what is opened first before the rest. */
const LATER: readonly (() => Promise<unknown>)[] = [
  () => import('#src/themes/fade.css'),
  () => import('#src/pages/NewLogPage.tsx'),
  () => import('#src/pages/LogPage.tsx'),
  () => import('./Settings.tsx'),
  () => import('#src/features/logs/LogRows.tsx'),
  () => import('#src/features/analysis/CardAnalysis.tsx'),
  () => import('#src/features/analysis/SentDialog.tsx'),
  () => import('#src/ui/Markdown.tsx'),
  () => import('#src/io/draftsBackup.ts'),
  () => import('#src/io/exportFile.ts'),
  () => import('#src/features/logs/DeleteQuestion.tsx'),
  () => import('#src/features/editor/DraftsBar.tsx'),
  () => import('#src/features/editor/ConflictDialog.tsx'),
  () => import('#src/ui/ConfirmDialog.tsx'),
  () => import('#src/features/tags/TagList.tsx'),
  () => import('#src/features/archive/ArchiveView.tsx'),
  () => import('#src/features/print/PrintSheet.tsx'),
  () => import('#src/ui/KeySheet.tsx'),
  () => import('#src/features/palette/Palette.tsx'),
  () => import('#src/features/lookback/LookBack.tsx'),
  () => import('#src/features/radio/RadioPlayer.tsx'),
  () => import('#src/features/radio/RadioStrip.tsx'),
  () => import('#src/features/radio/RadioSheet.tsx'),
  () => import('#src/features/radio/Pane.tsx'),
  () => import('#src/features/radio/StationBrowser.tsx'),
  () => import('#src/io/firebase/favorites.ts'),
  () => import('#src/io/voice/voice.ts'),
  () => import('#src/io/firebase/messaging.ts'),
  () => import('#src/io/audio/music.ts'),
  () => import('#src/io/radio/tabs.ts'),
  () => import('#src/io/radio/directory.ts'),
  () => import('#src/io/radio/player.ts'),
]

/**
 * Brings it in: opening the other screens is then immediate, and possible without a connection. One after the other, so
 * that nobody who has begun to write waits for it.
 */
export async function preloadPages(): Promise<void> {
  // Offline it is asked for again when it is needed.
  for (const load of LATER) await load().catch(() => {})
  // For whoever has to know when the network may go.
  performance.mark('preloaded')
}

/** From then on the app opens without a network, and newer versions of it are looked for. */
export function startWorker(): void {
  useUpdate
    .getState()
    .start()
    .catch((error: unknown) => console.warn('The app needs a network to open.', error))
}
