import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'

/*
 * The baseline: the smallest page of the same parts. A prerendered form, hydrated by React with a router, and then the
 * identity service. The ratio of the app's first screen to this page is the same on every machine.
 */
function Login() {
  useEffect(() => {
    performance.mark('usable')
    void import('./session.ts').then(({ watchSession }) => watchSession())
  }, [])
  return (
    <main>
      <h1>Sign in</h1>
      <form>
        <label>
          Email
          <input type="email" name="email" />
        </label>
        <label>
          Password
          <input type="password" name="password" />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
hydrateRoot(
  root,
  <BrowserRouter>
    <Routes>
      <Route path="*" element={<Login />} />
    </Routes>
  </BrowserRouter>,
)
