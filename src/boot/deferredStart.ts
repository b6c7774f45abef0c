import type { UserSession } from '#src/stores/session.ts'
import { useUpdate } from '#src/stores/update.ts'
import { preloadAll } from './lazyWithPreload.tsx'

type CodeLoaders = readonly (() => Promise<unknown>)[]

const SCREENS: CodeLoaders = [
  () => import('#src/styles/fade.css'),
  () => import('#src/pages/NewLogPage.tsx'),
  // The editor opens before this module has loaded. It needs the Markdown parser in the module only to continue lists.
  () => import('#domain/editor/continueLine.ts'),
  () => import('#src/pages/LogPage.tsx'),
  () => import('#src/app/Settings.tsx'),
]

/** The `io` modules that the stores load. */
const ADAPTERS: CodeLoaders = [
  // The next visit needs this code first. In this visit, only the journal's worker has loaded a copy of it.
  () => import('#src/io/journal/database.ts'),
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
 * Preloads the code of all parts that are not shown yet, the most likely screens first, so that these parts open
 * immediately, even offline. The files load one after the other, so that the user's own requests do not wait for them.
 */
async function preloadPages(session: UserSession): Promise<void> {
  await loadInOrder(SCREENS)
  await preloadAll()
  await import('#src/features/logs/LogRows.tsx')
    .then(({ warmNewestMarkdown }) => warmNewestMarkdown(session))
    .catch(() => {})
  await loadInOrder(ADAPTERS)
  // Tests wait for this performance mark before they go offline.
  performance.mark('preloaded')
}

async function loadInOrder(code: CodeLoaders): Promise<void> {
  // A file that fails to load, for example offline, is requested again when it is needed.
  for (const load of code) await load().catch(() => {})
}

let hasStarted = false

/** Starts everything that the first screen does not need. Runs once per page, even after several sign-ins. */
export function startDeferredParts(session: UserSession): void {
  if (hasStarted) return
  hasStarted = true
  import('#src/app/errorReports.ts').then(({ startErrorReports }) => startErrorReports()).catch(() => {})
  void preloadPages(session)
  startServiceWorker()
}

/** Starts the service worker, which lets the app open offline and checks for new versions. */
function startServiceWorker(): void {
  useUpdate
    .getState()
    .start()
    .catch((error: unknown) => console.warn('The app needs a network to open.', error))
}
