import { startTransition, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyWithPreload, preloadAll } from '#src/boot/lazyWithPreload.tsx'

afterEach(cleanup)

function Counter({ name = 'pressed' }: { readonly name?: string }) {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{`${name} ${count}`}</button>
}

it('renders a component immediately after its code was preloaded', async () => {
  const Part = lazyWithPreload(async () => Counter)
  await preloadAll()
  render(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 0')
})

it('renders the fallback until the code has loaded', async () => {
  const Part = lazyWithPreload(async () => Counter, { fallback: () => 'Loading' })
  render(<Part />)
  expect(screen.getByText('Loading')).toBeDefined()
  expect((await screen.findByRole('button')).textContent).toBe('pressed 0')
})

it('a rendered component keeps its state when its code is preloaded afterwards', async () => {
  const Part = lazyWithPreload(async () => Counter)
  const { rerender } = render(<Part />)
  fireEvent.click(await screen.findByRole('button'))
  await preloadAll()
  rerender(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 1')
})

it('a component keeps its state when its code loads during a render', async () => {
  // Without `act`, React renders a transition in the background, as it does in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const Part = lazyWithPreload(async () => Counter)
  const place = document.createElement('div')
  const root = createRoot(place)
  try {
    startTransition(() => root.render(<Part />))
    const button = await vi.waitUntil(() => place.querySelector('button'))
    startTransition(() => root.render(<Part name="renamed" />))
    await vi.waitUntil(() => place.textContent === 'renamed 0')
    expect(place.querySelector('button')).toBe(button)
  } finally {
    root.unmount()
    vi.unstubAllGlobals()
  }
})

it('renders the error fallback when the code fails to load', async () => {
  const failToLoad = () => Promise.reject(new Error('offline'))
  const Part = lazyWithPreload(failToLoad, { errorFallback: () => <p>not here</p> })
  render(<Part />)
  expect(await screen.findByText('not here')).toBeDefined()
})

it('replaces the error fallback once the code has loaded', async () => {
  let isOnline = false
  const Part = lazyWithPreload(
    async () => {
      if (!isOnline) throw new Error('offline')
      return Counter
    },
    { errorFallback: () => <p>not here</p> },
  )
  const { rerender } = render(<Part />)
  await screen.findByText('not here')
  isOnline = true
  await preloadAll()
  rerender(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 0')
})

it('preloads the other components when the code of one component fails to load', async () => {
  lazyWithPreload(() => Promise.reject(new Error('offline')))
  const Part = lazyWithPreload(async () => Counter)
  await preloadAll()
  render(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 0')
})
