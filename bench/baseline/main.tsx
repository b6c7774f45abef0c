import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'

/*
 * The baseline of the load benchmarks: the smallest page made of the same parts as the app. React hydrates a
 * prerendered form with a router, and then the page loads the identity service. The ratio of the app's load time to the
 * load time of this page is about the same on every machine.
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
