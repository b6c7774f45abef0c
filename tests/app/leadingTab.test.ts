import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whileLeading } from '#src/io/locks.ts'
import { FakeLocks } from '#tests/support/fakeLocks.ts'

const NAME = 'sync'
let locks: FakeLocks

/** A tab that leads, or waits until it leads. All tabs have the same visibility, because they share the document. */
class Tab {
  static readonly #open = new Set<Tab>()
  readonly #end = new AbortController()
  /** The signals of the works that this tab has started. */
  readonly works: AbortSignal[] = []
  hasEnded = false

  constructor() {
    Tab.#open.add(this)
    void whileLeading(NAME, this.#end.signal, (signal) => this.works.push(signal)).then(() => {
      this.hasEnded = true
    })
  }

  get isLeading(): boolean {
    return this.works.some(({ aborted }) => !aborted)
  }

  close(): void {
    this.#end.abort()
    Tab.#open.delete(this)
  }

  static closeAll(): void {
    for (const tab of Tab.#open) tab.close()
  }
}

const changeVisibility = (state: DocumentVisibilityState) =>
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
const setVisibility = (state: DocumentVisibilityState) =>
  changeVisibility(state).dispatchEvent(new Event('visibilitychange'))
const focus = () => window.dispatchEvent(new Event('focus'))
/** Runs all tasks, also those that other tasks start. */
const settle = () => vi.advanceTimersByTimeAsync(100)
const open = async (): Promise<Tab> => {
  const tab = new Tab()
  await settle()
  return tab
}
const openHidden = (): Promise<Tab> => {
  setVisibility('hidden')
  return open()
}

beforeEach(() => {
  vi.useFakeTimers()
  locks = new FakeLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  setVisibility('visible')
})
afterEach(async () => {
  Tab.closeAll()
  await settle()
  Reflect.deleteProperty(navigator, 'locks')
  vi.useRealTimers()
})

describe('the leading tab', () => {
  test('is a visible tab as soon as it opens', async () => {
    const first = await open()
    expect(first.isLeading).toBe(true)
    const second = await open()
    expect([first.isLeading, second.isLeading]).toEqual([false, true])
  })

  test('is the first of two hidden tabs, until it closes', async () => {
    const first = await openHidden()
    const second = await openHidden()
    expect([first.isLeading, second.isLeading]).toEqual([true, false])
    first.close()
    await settle()
    expect([first.isLeading, second.isLeading]).toEqual([false, true])
  })

  test.each([
    ['becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is visible and gets the focus', focus],
  ])('is a waiting tab that %s', async (_, happens) => {
    const first = await openHidden()
    const second = await openHidden()
    changeVisibility('visible')
    happens()
    await settle()
    expect([first.isLeading, second.isLeading]).toEqual([false, true])
  })

  test.each([
    ['the focus of a hidden tab', focus],
    ['an event of a tab that stays hidden', () => setVisibility('hidden')],
  ])('stays the same after %s', async (_, happens) => {
    const first = await openHidden()
    const second = await openHidden()
    happens()
    await settle()
    expect([first.isLeading, second.isLeading]).toEqual([true, false])
  })

  test('continues its work when it becomes hidden, visible or focused', async () => {
    const tab = await open()
    setVisibility('hidden')
    setVisibility('visible')
    focus()
    await settle()
    expect(tab.works.map(({ aborted }) => aborted)).toEqual([false])
  })

  test('starts the work again when the new leading tab closes', async () => {
    const first = await open()
    const second = await open()
    second.close()
    await settle()
    expect(first.works.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  test('is the tab of two visible tabs that gets the focus', async () => {
    const first = await open()
    const second = await open()
    focus()
    await settle()
    expect([first.isLeading, second.isLeading]).toEqual([true, false])
  })

  test('is the newest of two visible tabs, even if the first got the focus while it opened', async () => {
    const first = new Tab()
    focus()
    await settle()
    const second = await open()
    expect([first.isLeading, second.isLeading]).toEqual([false, true])
  })
})

test('there are never two leading tabs, and there is one while a tab is open', async () => {
  const actions = ['open', 'close', 'show', 'hide', 'focus', 'wait'] as const
  const steps = fc.array(fc.tuple(fc.constantFrom(...actions), fc.nat({ max: 5 })), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const tabs: Tab[] = []
      const leading = () => tabs.filter(({ isLeading }) => isLeading).length
      const stopWatching = watchEachTask(() => expect(leading()).toBeLessThanOrEqual(1))
      for (const [action, which] of all) {
        if (action === 'open') tabs.push(new Tab())
        else if (action === 'close') tabs.splice(which, 1)[0]?.close()
        else if (action === 'show') setVisibility('visible')
        else if (action === 'hide') setVisibility('hidden')
        else if (action === 'focus') focus()
        else await vi.advanceTimersByTimeAsync(1)
      }
      await settle()
      expect(leading()).toBe(Math.min(tabs.length, 1))
      stopWatching()
      Tab.closeAll()
      await settle()
      expect(locks.isHeld(NAME)).toBe(false)
    }),
  )
})

describe('at its end', () => {
  test('a leading tab stops its work, and another tab can lead', async () => {
    const tab = await open()
    tab.close()
    expect(tab.isLeading).toBe(false)
    await settle()
    expect([tab.hasEnded, locks.isHeld(NAME)]).toEqual([true, false])
  })

  test('a waiting tab stops waiting', async () => {
    await openHidden()
    const waiting = await openHidden()
    waiting.close()
    await settle()
    expect([waiting.hasEnded, waiting.works, locks.countWaiting(NAME)]).toEqual([true, [], 0])
  })

  test('a tab that has just opened starts no work', async () => {
    const tab = new Tab()
    tab.close()
    await settle()
    expect([tab.hasEnded, tab.works, locks.isHeld(NAME)]).toEqual([true, [], false])
  })

  test('a tab ignores that it becomes visible', async () => {
    const first = await openHidden()
    first.close()
    await settle()
    const second = await openHidden()
    setVisibility('visible')
    await settle()
    expect([first.works.length, second.isLeading]).toEqual([1, true])
  })
})

describe.each([
  ['has no Web Locks', () => void Reflect.deleteProperty(navigator, 'locks')],
  [
    'blocks Web Locks',
    () => {
      locks.request = () => Promise.reject(new DOMException('The locks are blocked.', 'SecurityError'))
    },
  ],
])('in a browser that %s', (_, change) => {
  beforeEach(change)

  test('every tab leads once, until it closes', async () => {
    const first = await openHidden()
    const second = await open()
    setVisibility('visible')
    focus()
    await settle()
    expect([first.isLeading, second.isLeading]).toEqual([true, true])
    first.close()
    expect([first.isLeading, second.isLeading]).toEqual([false, true])
    expect([first.works.length, second.works.length]).toEqual([1, 1])
  })
})

/** Calls back in each task of the fake clock. Returns a function that ends this. */
function watchEachTask(callback: () => void): () => void {
  let timer = setTimeout(function look() {
    callback()
    timer = setTimeout(look, 1)
  })
  return () => clearTimeout(timer)
}
