import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Theme } from '#domain/dial/themes.ts'
import type { StoredDial } from '#src/io/firebase/profileDocument.ts'
import { frequencyState, type FrequencyState } from '#src/stores/frequency.ts'
import { fakeItemStorage } from '#tests/support/storedItems.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A device and an account to tune against. */
function setUp(stored: { [key: string]: string } = {}, account?: number | StoredDial | 'unreachable') {
  const { device, kept, elsewhere } = fakeItemStorage(stored)
  const saved: [string, number][] = []
  const asked: string[] = []
  let confirm = () => {}
  let held: Promise<void> | undefined
  let answer: (dial: StoredDial) => void = () => {}
  const ask = (how: string) => () => {
    asked.push(how)
    if (account === 'unreachable') return Promise.reject(new Error('offline'))
    return account === undefined
      ? new Promise<StoredDial>((resolve) => {
          answer = resolve
        })
      : Promise.resolve(typeof account === 'number' ? { frequency: account } : account)
  }
  const store = createStore<FrequencyState>(
    frequencyState({
      read: ask('read'),
      readOnNewDevice: ask('readFirst'),
      async save(uid, frequency) {
        if (held) await held
        saved.push([uid, frequency])
        return { sent: new Promise((resolve) => (confirm = resolve)) }
      },
      storage: kept,
    }),
  )
  store.getState().restoreTheme()
  return {
    store,
    device,
    elsewhere,
    saved,
    asked,
    confirm: () => confirm(),
    /** Keeps writes from the database until the caller lets them go. */
    hold() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return () => release()
    },
    answer: (frequency?: number, theme?: Theme) => answer({ frequency, theme }),
    dial: () => store.getState(),
  }
}

describe('the dial', () => {
  test('starts at 112.4 in the default theme', () => {
    expect(setUp().dial()).toMatchObject({ frequency: 112.4, theme: 'lgs', changing: false })
  })

  test('a move is clamped and rounded, and the band’s theme follows', () => {
    const { dial } = setUp()
    dial().tune(140)
    expect(dial()).toMatchObject({ frequency: 135, theme: 'urbanops' })
    dial().tune(95.04)
    expect(dial()).toMatchObject({ frequency: 95, theme: 'desertops' })
    dial().tune(dial().frequency + 0.1)
    expect(dial()).toMatchObject({ frequency: 95.1, theme: 'nightops' })
  })

  test('it is changing for 200 ms after the last move', () => {
    const { dial } = setUp()
    dial().tune(113)
    vi.advanceTimersByTime(150)
    dial().tune(113.5)
    vi.advanceTimersByTime(199)
    expect(dial().changing).toBe(true)
    vi.advanceTimersByTime(1)
    expect(dial().changing).toBe(false)
  })

  test('where it stands already, nothing happens', () => {
    const { dial } = setUp()
    dial().tune(112.4)
    expect(dial()).toMatchObject({ theme: 'lgs', changing: false })
  })
})

describe('a theme chosen by hand', () => {
  test('stays until the dial moves', () => {
    const { dial, device } = setUp()
    dial().chooseTheme('camo')
    expect(dial()).toMatchObject({ theme: 'camo', frequency: 112.4 })
    expect(device.get('theme')).toBe('camo')
    dial().tune(112.5)
    expect(dial().theme).toBe('jungleops')
    expect(device.get('theme')).toBe('jungleops')
  })

  test('one of the dial tunes into its band, and leaves the dial alone where it is there already', () => {
    const { dial } = setUp()
    dial().chooseTheme('arcticops')
    expect(dial()).toMatchObject({ theme: 'arcticops', frequency: 120.8 })
    dial().tune(116)
    dial().chooseTheme('mgs')
    dial().chooseTheme('arcticops')
    expect(dial()).toMatchObject({ theme: 'arcticops', frequency: 116 })
  })

  test('is there again at the next start, and survives what the account says', async () => {
    const { dial } = setUp({ theme: 'mgs' }, 91.5)
    expect(dial().theme).toBe('mgs')
    await dial().open('alice')
    expect(dial()).toMatchObject({ frequency: 91.5, theme: 'mgs' })
  })

  test.each(['', 'neon', '{"x":'])('a stored %j is no theme', (stored) => {
    expect(setUp({ theme: stored }).dial().theme).toBe('lgs')
  })
})

describe('a theme from another device', () => {
  test('is shown where it was chosen by hand, kept, and not taken for this person’s own choice', () => {
    const { dial, device } = setUp()
    dial().applyRemoteTheme('camo')
    expect(dial()).toMatchObject({ theme: 'camo', frequency: 112.4, chosenTheme: null })
    expect(device.get('theme')).toBe('camo')
  })

  test('one of the dial leaves it to the dial here', () => {
    const { dial } = setUp({ theme: 'camo' })
    dial().applyRemoteTheme('nightops')
    expect(dial()).toMatchObject({ theme: 'jungleops', frequency: 112.4 })
    dial().applyRemoteTheme('urbanops')
    expect(dial().theme).toBe('jungleops')
  })

  test('what is chosen or tuned to here is known', () => {
    const { dial } = setUp()
    dial().chooseTheme('mgs')
    expect(dial().chosenTheme).toBe('mgs')
    dial().tune(91)
    expect(dial().chosenTheme).toBe('desertops')
  })
})

describe('in another tab', () => {
  test('a move of the dial moves this one, and is left to that tab to save', async () => {
    const { dial, elsewhere, saved } = setUp({}, 112.4)
    await dial().open('alice')
    dial().tune(113)
    elsewhere('theme', 'nightops')
    elsewhere('operationalFrequency:alice', '100.1 unsent')
    expect(dial()).toMatchObject({ frequency: 100.1, theme: 'nightops', tuneCount: 1 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saved).toEqual([])
  })

  test('a theme chosen by hand is shown here', async () => {
    const { dial, elsewhere } = setUp({}, 112.4)
    await dial().open('alice')
    elsewhere('theme', 'camo')
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'camo', chosenTheme: null })
  })

  test('what is somebody else’s, broken or taken away changes nothing', async () => {
    const { dial, elsewhere } = setUp({}, 112.4)
    await dial().open('alice')
    const before = dial().frequency
    elsewhere('operationalFrequency:bob', '91')
    elsewhere('operationalFrequency:alice', 'x')
    elsewhere('operationalFrequency:alice', null)
    elsewhere('theme', null)
    expect(dial().frequency).toBe(before)
    dial().close()
    elsewhere('operationalFrequency:alice', '91')
    expect(dial().frequency).toBe(112.4)
  })
})

describe('signed in', () => {
  test('many turns are one write, when the dial rests', async () => {
    const { dial, saved } = setUp({}, 112.4)
    await dial().open('alice')
    for (let press = 0; press < 20; press++) {
      dial().tune(dial().frequency + 0.5)
      vi.advanceTimersByTime(150)
    }
    expect(saved).toEqual([])
    vi.advanceTimersByTime(600)
    expect(saved).toEqual([['alice', 122.4]])
    vi.advanceTimersByTime(60_000)
    expect(saved).toHaveLength(1)
  })

  test('what waits is written at once when asked, and not again', async () => {
    const { dial, saved } = setUp({}, 112.4)
    await dial().open('alice')
    await dial().flush()
    dial().tune(120)
    await dial().flush()
    vi.advanceTimersByTime(10_000)
    expect(saved).toEqual([['alice', 120]])
  })

  test('whoever waits for what is to be written waits for what is on its way too', async () => {
    const { dial, saved, hold } = setUp({}, 112.4)
    await dial().open('alice')
    const release = hold()
    dial().tune(120)
    vi.advanceTimersByTime(600)
    let done = false
    const flushed = dial()
      .flush()
      .then(() => (done = true))
    await Promise.resolve()
    await Promise.resolve()
    expect(done).toBe(false)
    release()
    await flushed
    expect(saved).toEqual([['alice', 120]])
  })

  test('what the server has not confirmed is sent again at the next start, instead of being asked for', async () => {
    const first = setUp({}, 112.4)
    await first.dial().open('alice')
    first.dial().tune(120)
    await first.dial().flush()
    const second = setUp(Object.fromEntries(first.device), 112.4)
    await second.dial().open('alice')
    expect(second.dial().frequency).toBe(120)
    expect(second.asked).toEqual([])
    vi.advanceTimersByTime(600)
    await Promise.resolve()
    expect(second.saved).toEqual([['alice', 120]])
  })

  test('what it has confirmed is asked for again, unless the dial has moved on meanwhile', async () => {
    const { dial, device, confirm } = setUp({}, 112.4)
    await dial().open('alice')
    dial().tune(120)
    await dial().flush()
    confirm()
    await Promise.resolve()
    expect(device.get('operationalFrequency:alice')).toBe('120')
    dial().tune(121)
    await dial().flush()
    dial().tune(122)
    confirm()
    await Promise.resolve()
    expect(device.get('operationalFrequency:alice')).toBe('122 unsent')
  })

  test('on a device that knows nothing the account’s frequency is asked for the quick way', async () => {
    const { dial, asked } = setUp({}, 120.8)
    await dial().open('alice')
    expect(asked).toEqual(['readFirst'])
    expect(dial()).toMatchObject({ frequency: 120.8, theme: 'arcticops' })
  })

  test.each<[string, string | undefined, StoredDial, number, Theme]>([
    ['one of the dial', undefined, { frequency: 91.5, theme: 'urbanops' }, 91.5, 'desertops'],
    ['one that was chosen by hand', undefined, { frequency: 91.5, theme: 'mgs' }, 91.5, 'mgs'],
    ['none', undefined, { frequency: 91.5 }, 91.5, 'desertops'],
    ['one of the dial, for who comes after another', 'camo', { frequency: 91.5, theme: 'nightops' }, 91.5, 'desertops'],
    ['none, where this browser has one', 'camo', { frequency: 91.5 }, 91.5, 'camo'],
    ['one that was chosen by hand and no frequency', undefined, { frequency: undefined, theme: 'mgs' }, 112.4, 'mgs'],
    ['neither', undefined, { frequency: undefined }, 112.4, 'lgs'],
  ])(
    'on a device that knows nothing the account’s theme shows at once: %s',
    async (_, here, account, frequency, theme) => {
      const { store, dial, device } = setUp(here === undefined ? {} : { theme: here }, account)
      const shown: Theme[] = []
      store.subscribe((now, before) => now.theme !== before.theme && shown.push(now.theme))
      await dial().open('alice')
      expect(dial()).toMatchObject({ frequency, theme })
      expect(shown.length, 'how often it changes').toBeLessThan(2)
      expect(device.get('theme'), 'for the next start').toBe(theme === 'lgs' ? undefined : theme)
    },
  )

  test.each<[string, number | undefined | 'unreachable']>([
    ['is not known yet', undefined],
    ['cannot be asked for', 'unreachable'],
  ])('while it %s where the dial stands, other devices’ themes of the dial say nothing', async (_, account) => {
    const { dial } = setUp({}, account)
    void dial().open('alice')
    await vi.advanceTimersByTimeAsync(0)
    dial().applyRemoteTheme('urbanops')
    expect(dial().theme).toBe('lgs')
    dial().applyRemoteTheme('camo')
    expect(dial().theme).toBe('camo')
    dial().tune(91.5)
    dial().applyRemoteTheme('camo')
    dial().applyRemoteTheme('urbanops')
    expect(dial().theme).toBe('desertops')
  })

  test('a device that remembers shows it at once, and the account’s when it comes', async () => {
    const { dial, asked, answer } = setUp({ 'operationalFrequency:alice': '91.5' })
    const opened = dial().open('alice')
    expect(asked).toEqual(['read'])
    expect(dial()).toMatchObject({ frequency: 91.5, theme: 'desertops' })
    answer(130.2)
    await opened
    expect(dial()).toMatchObject({ frequency: 130.2, theme: 'urbanops' })
  })

  test('somebody who tunes before the answer comes keeps what they tuned', async () => {
    const { dial, answer } = setUp()
    const opened = dial().open('alice')
    dial().tune(100.1)
    answer(130.2)
    await opened
    expect(dial().frequency).toBe(100.1)
  })

  test('an answer for somebody who has left is dropped', async () => {
    const { dial, answer } = setUp()
    const opened = dial().open('alice')
    dial().close()
    answer(130.2)
    await opened
    expect(dial().frequency).toBe(112.4)
  })

  test('without an answer the dial stays', async () => {
    const { dial, answer } = setUp({ 'operationalFrequency:alice': 'static' })
    const opened = dial().open('alice')
    answer(undefined)
    await opened
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'lgs' })
  })

  test('that the dial was never moved is remembered too', async () => {
    const first = setUp()
    const opened = first.dial().open('alice')
    first.answer(undefined)
    await opened
    const second = setUp(Object.fromEntries(first.device))
    void second.dial().open('alice')
    expect(second.asked).toEqual(['read'])
    expect(second.dial()).toMatchObject({ frequency: 112.4, theme: 'lgs' })
  })

  test('where nobody can be asked, nothing is remembered', async () => {
    const { dial, device } = setUp({}, 'unreachable')
    await dial().open('alice')
    expect([...device]).toEqual([])
    expect(dial().frequency).toBe(112.4)
  })

  test('the next person starts where they left it, not where the one before did', async () => {
    const { dial, device, saved } = setUp({ 'operationalFrequency:bob': '120.8' }, 120.8)
    await dial().open('alice')
    dial().tune(88)
    await dial().open('bob')
    vi.advanceTimersByTime(10_000)
    expect(dial().frequency).toBe(120.8)
    expect(saved).toEqual([])
    expect(device.has('operationalFrequency:alice')).toBe(false)
  })
})

describe('signed out', () => {
  test('it goes back to 112.4 and jungle, the device forgets, and nothing is written', async () => {
    const { dial, device, saved } = setUp({}, 112.4)
    await dial().open('alice')
    dial().tune(91.5)
    dial().close()
    vi.advanceTimersByTime(10_000)
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'jungleops', changing: false })
    expect([...device]).toEqual([['theme', 'jungleops']])
    expect(saved).toEqual([])
  })

  test('a theme chosen by hand stays with the browser', async () => {
    const { dial } = setUp({}, 112.4)
    await dial().open('alice')
    dial().chooseTheme('camo')
    dial().close()
    expect(dial().theme).toBe('camo')
  })
})
