import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'

/*
 * The least that anything of the same parts can be: a rendered form, taken over by React and a router, and then the
 * identity service. How the app's first screen compares to it is the same on every machine.
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
