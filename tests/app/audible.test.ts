import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The events that the browser accepts as a user gesture. On other events, `AudioContext.resume` stays pending. */
let counts: ReadonlySet<string>
let gesture = ''

class FakeAudioContext {
  resume(): Promise<void> {
    return counts.has(gesture) ? Promise.resolve() : new Promise(() => {})
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('AudioContext', FakeAudioContext)
})
afterEach(() => vi.unstubAllGlobals())

const perform = (name: string): void => {
  gesture = name
  window.dispatchEvent(new Event(name))
}

async function hear(): Promise<() => Promise<boolean>> {
  const { whenAudible } = await import('#src/io/audio/context.ts')
  let isAudible = false
  void whenAudible().then(() => (isAudible = true))
  return async () => {
    await new Promise((resolve) => setTimeout(resolve))
    return isAudible
  }
}

test('allows sound on touchend when the browser does not accept pointerdown as a user gesture', async () => {
  counts = new Set(['touchend', 'click'])
  const isAudible = await hear()
  expect(await isAudible()).toBe(false)
  perform('pointerdown')
  expect(await isAudible()).toBe(false)
  perform('touchend')
  expect(await isAudible()).toBe(true)
})

test('allows sound on the first pointerdown when the browser accepts pointerdown as a user gesture', async () => {
  counts = new Set(['pointerdown'])
  const isAudible = await hear()
  perform('pointerdown')
  expect(await isAudible()).toBe(true)
})
