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

it('shows a part at once when its code has been brought', async () => {
  const Part = lazyWithPreload(async () => Counter)
  await preloadAll()
  render(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 0')
})

it('shows what stands in its place until code that was not brought has come', async () => {
  const Part = lazyWithPreload(async () => Counter, { fallback: () => 'Loading' })
  render(<Part />)
  expect(screen.getByText('Loading')).toBeDefined()
  expect((await screen.findByRole('button')).textContent).toBe('pressed 0')
})

it('keeps what a part knows when its code is brought while it is shown', async () => {
  const Part = lazyWithPreload(async () => Counter)
  const { rerender } = render(<Part />)
  fireEvent.click(await screen.findByRole('button'))
  await preloadAll()
  rerender(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 1')
})

it('keeps the state of a part whose code came during a render', async () => {
  // Without `act` React renders a transition in the background, as in a browser.
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

it('shows what stands in for code that cannot be had', async () => {
  const noLine = () => Promise.reject(new Error('no line'))
  const Part = lazyWithPreload(noLine, { errorFallback: () => <p>not here</p> })
  render(<Part />)
  expect(await screen.findByText('not here')).toBeDefined()
})

it('shows the part in the place of what stood in for it, once its code has come', async () => {
  let line = false
  const Part = lazyWithPreload(
    async () => {
      if (!line) throw new Error('no line')
      return Counter
    },
    { errorFallback: () => <p>not here</p> },
  )
  const { rerender } = render(<Part />)
  await screen.findByText('not here')
  line = true
  await preloadAll()
  rerender(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 0')
})

it('brings the other parts when one cannot be had', async () => {
  lazyWithPreload(() => Promise.reject(new Error('no line')))
  const Part = lazyWithPreload(async () => Counter)
  await preloadAll()
  render(<Part />)
  expect(screen.getByRole('button').textContent).toBe('pressed 0')
})
