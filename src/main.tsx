import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/App.tsx'
import { matchFrame } from './io/screen.ts'
import './themes/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)
// Not at once: it would make the browser style the page twice.
window.addEventListener('load', matchFrame)
// The page may have come with the markup of its first screen (scripts/prerender.ts).
if (root.dataset['shell'] === location.pathname + location.search) hydrateRoot(root, app)
else createRoot(root).render(app)
