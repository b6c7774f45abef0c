import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { showTheme } from './io/screen.ts'
import { readItem, THEME } from './io/storage.ts'
import './themes/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// Before the first paint, so that no other theme is seen first. One that the styles do not know shows as the default.
showTheme(readItem(THEME) ?? 'lgs')
createRoot(root).render(<App />)
