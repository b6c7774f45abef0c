import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './themes/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
