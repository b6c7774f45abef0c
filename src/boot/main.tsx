import '#src/styles/app.css'
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css'
import '@fontsource-variable/martian-mono/wdth.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from '#src/app/App.tsx'
import { preloadJournalDatabase } from './initialEntries.ts'
import { handleFreezing } from '#src/io/frozenPage.ts'
import { enableWebFonts, updateThemeColor } from '#src/io/screen.ts'
import { whenIdle } from './idle.ts'
import { useAuth } from '#src/stores/auth.ts'

handleFreezing()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)
// Before hydration starts, requests the code that reads the newest entries.
const { user } = useAuth.getState()
if (user) preloadJournalDatabase(user.uid)
// Web fonts are enabled when the browser is idle. Earlier, they would compete with the code for bandwidth, and the
// browser would compute styles twice.
whenIdle(() => {
  updateThemeColor()
  if (useAuth.getState().status !== 'signedIn') enableWebFonts()
})
// The page may contain the prerendered markup of its first screen (src/boot/prerenderPlugin.ts). The markup does not
// depend on the query of the URL. It is hydrated, so that text typed into it is not lost.
if (root.dataset['shell'] === location.pathname) startTransition(() => void hydrateRoot(root, app))
else {
  delete root.dataset['shell']
  createRoot(root).render(app)
}
