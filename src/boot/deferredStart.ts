import { useUpdate } from '#src/stores/update.ts'
import { preloadAll } from './lazyWithPreload.tsx'

type CodeLoaders = readonly (() => Promise<unknown>)[]

const SCREENS: CodeLoaders = [
  () => import('#src/styles/fade.css'),
  () => import('#src/pages/NewLogPage.tsx'),
  // The editor asks it where lists go on, and does not wait for it.
  () => import('#domain/editor/continueLine.ts'),
  () => import('#src/pages/LogPage.tsx'),
  () => import('#src/app/Settings.tsx'),
]

/** What the stores reach through. */
const ADAPTERS: CodeLoaders = [
  () => import('#src/io/draftsBackup.ts'),
  () => import('#src/io/exportFile.ts'),
  () => import('#src/io/firebase/favorites.ts'),
  () => import('#src/io/voice/voice.ts'),
  () => import('#src/io/firebase/messaging.ts'),
  () => import('#src/io/audio/music.ts'),
  () => import('#src/io/radio/tabs.ts'),
  () => import('#src/io/radio/directory.ts'),
  () => import('#src/io/radio/player.ts'),
]

/**
 * Brings in the code of everything that is not shown yet, what is opened first before the rest: opening the other
 * screens is then immediate, and possible without a connection. One after the other, so that nobody who has begun to
 * write waits for it.
 */
async function preloadPages(): Promise<void> {
  await loadInOrder(SCREENS)
  await preloadAll()
  await import('#src/features/logs/LogRows.tsx').then(({ warmNewestMarkdown }) => warmNewestMarkdown()).catch(() => {})
  await loadInOrder(ADAPTERS)
  // For whoever has to know when the network may go.
  performance.mark('preloaded')
}

async function loadInOrder(code: CodeLoaders): Promise<void> {
  // Offline it is asked for again when it is needed.
  for (const load of code) await load().catch(() => {})
}

let hasStarted = false

/** What the page begins once, however often somebody signs in on it: everything that its first screen does not need. */
export function startDeferred(): void {
  if (hasStarted) return
  hasStarted = true
  import('#src/app/errorReports.ts').then(({ watchErrors }) => watchErrors()).catch(() => {})
  void preloadPages()
  startServiceWorker()
}

/** From then on the app opens without a network, and newer versions of it are looked for. */
function startServiceWorker(): void {
  useUpdate
    .getState()
    .start()
    .catch((error: unknown) => console.warn('The app needs a network to open.', error))
}
