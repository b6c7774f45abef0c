import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Theme } from '#domain/dial/themes.ts'
import type { StoredFrequencyAndTheme } from '#src/io/firebase/profileDocument.ts'
import { frequencyState, type FrequencyState } from '#src/stores/frequency.ts'
import { UserSession } from '#src/stores/session.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Creates the dial of a user on a device whose storage contains `stored`. `account` is the answer of the database, or
 * undefined if the test answers later.
 */
function setUp(stored: { [key: string]: string } = {}, account?: number | StoredFrequencyAndTheme | 'unreachable') {
  const { device, kept, elsewhere } = fakeItemStorage(stored)
  const saved: [string, number][] = []
  const asked: string[] = []
  let confirm = () => {}
  let held: Promise<void> | undefined
  let answer: (dial: StoredFrequencyAndTheme) => void = () => {}
  const ask = (how: string) => () => {
    asked.push(how)
    if (account === 'unreachable') return Promise.reject(new Error('offline'))
    return account === undefined
      ? new Promise<StoredFrequencyAndTheme>((resolve) => {
          answer = resolve
        })
      : Promise.resolve(typeof account === 'number' ? { frequency: account } : account)
  }
  const session = new UserSession('alice')
  const store = createStore<FrequencyState>(
    frequencyState(session, {
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
    session,
    store,
    device,
    elsewhere,
    saved,
    asked,
    confirm: () => confirm(),
    /** Blocks writes to the database until the returned function is called. */
    hold() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return () => release()
    },
    answer: (frequency?: number, theme?: Theme) => answer({ frequency, theme }),
    dial: () => store.getState(),
  }
}

describe('moving the dial', () => {
  test('the dial starts at 112.4 MHz with the default theme', () => {
    expect(setUp().dial()).toMatchObject({ frequency: 112.4, theme: 'lgs', changing: false })
  })

  test('`tune` clamps and rounds the frequency, and applies the theme of its band', () => {
    const { dial } = setUp()
    dial().tune(140)
    expect(dial()).toMatchObject({ frequency: 135, theme: 'urbanops' })
    dial().tune(95.04)
    expect(dial()).toMatchObject({ frequency: 95, theme: 'desertops' })
    dial().tune(dial().frequency + 0.1)
    expect(dial()).toMatchObject({ frequency: 95.1, theme: 'nightops' })
  })

  test('`changing` is true for 200 ms after the last move of the dial', () => {
    const { dial } = setUp()
    dial().tune(113)
    vi.advanceTimersByTime(150)
    dial().tune(113.5)
    vi.advanceTimersByTime(199)
    expect(dial().changing).toBe(true)
    vi.advanceTimersByTime(1)
    expect(dial().changing).toBe(false)
  })

  test('tuning to the current frequency changes neither theme nor state', () => {
    const { dial } = setUp()
    dial().tune(112.4)
    expect(dial()).toMatchObject({ theme: 'lgs', changing: false })
  })
})

describe('a theme chosen by hand', () => {
  test('a theme chosen by hand stays until the dial moves', () => {
    const { dial, device } = setUp()
    dial().chooseTheme('camo')
    expect(dial()).toMatchObject({ theme: 'camo', frequency: 112.4 })
    expect(device.get('theme')).toBe('camo')
    dial().tune(112.5)
    expect(dial().theme).toBe('jungleops')
    expect(device.get('theme')).toBe('jungleops')
  })

  test('choosing the theme of a band tunes the dial to that band, unless the frequency is already in the band', () => {
    const { dial } = setUp()
    dial().chooseTheme('arcticops')
    expect(dial()).toMatchObject({ theme: 'arcticops', frequency: 120.8 })
    dial().tune(116)
    dial().chooseTheme('mgs')
    dial().chooseTheme('arcticops')
    expect(dial()).toMatchObject({ theme: 'arcticops', frequency: 116 })
  })

  test('a stored theme that was chosen by hand is restored, even if the account has a frequency', async () => {
    const { dial } = setUp({ theme: 'mgs' }, 91.5)
    expect(dial().theme).toBe('mgs')
    await dial().open()
    expect(dial()).toMatchObject({ frequency: 91.5, theme: 'mgs' })
  })

  test.each(['', 'neon', '{"x":'])('an invalid stored theme is ignored: %j', (stored) => {
    expect(setUp({ theme: stored }).dial().theme).toBe('lgs')
  })
})

describe('a theme chosen on another device', () => {
  test('a device that stores an older frequency shows no theme in between', async () => {
    const { store, dial } = setUp(
      { theme: 'jungleops', 'operationalFrequency:alice': '112.4' },
      { frequency: 130.2, theme: 'lgs' },
    )
    const shown = new Set<Theme>()
    store.subscribe(({ theme }) => shown.add(theme))
    await dial().open()
    expect(dial()).toMatchObject({ frequency: 130.2, theme: 'lgs' })
    expect(shown).not.toContain('urbanops')
  })

  test('a theme chosen by hand on another device is shown, but does not count as chosen in this tab', () => {
    const { dial, device } = setUp()
    dial().applyRemoteTheme('camo')
    expect(dial()).toMatchObject({ theme: 'camo', frequency: 112.4, chosenTheme: null })
    expect(device.get('theme')).toBe('camo')
  })

  test('when another device chooses the theme of a band, this device shows the theme of its own current band', () => {
    const { dial } = setUp({ theme: 'camo' })
    dial().applyRemoteTheme('nightops')
    expect(dial()).toMatchObject({ theme: 'jungleops', frequency: 112.4 })
    dial().applyRemoteTheme('urbanops')
    expect(dial().theme).toBe('jungleops')
  })

  test('`chosenTheme` is the theme that was last chosen by hand or by moving the dial', () => {
    const { dial } = setUp()
    dial().chooseTheme('mgs')
    expect(dial().chosenTheme).toBe('mgs')
    dial().tune(91)
    expect(dial().chosenTheme).toBe('desertops')
  })
})

describe('changes in another tab', () => {
  test('a move of the dial in another tab moves the dial in this tab; only the other tab saves the frequency', async () => {
    const { dial, elsewhere, saved } = setUp({}, 112.4)
    await dial().open()
    dial().tune(113)
    elsewhere('theme', 'nightops')
    elsewhere('operationalFrequency:alice', '100.1 unsent')
    expect(dial()).toMatchObject({ frequency: 100.1, theme: 'nightops', tuneCount: 1 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saved).toEqual([])
  })

  test('a theme chosen by hand in another tab is shown', async () => {
    const { dial, elsewhere } = setUp({}, 112.4)
    await dial().open()
    elsewhere('theme', 'camo')
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'camo', chosenTheme: null })
  })

  test('values of another user, invalid values and removed values from another tab are ignored', async () => {
    const { session, dial, elsewhere } = setUp({}, 112.4)
    await dial().open()
    const before = dial().frequency
    elsewhere('operationalFrequency:bob', '91')
    elsewhere('operationalFrequency:alice', 'x')
    elsewhere('operationalFrequency:alice', null)
    elsewhere('theme', null)
    expect(dial().frequency).toBe(before)
    session.end()
    elsewhere('operationalFrequency:alice', '91')
    expect(dial().frequency).toBe(112.4)
  })
})

describe('the frequency of a signed-in user', () => {
  test('several moves of the dial cause only one write, after the last move', async () => {
    const { dial, saved } = setUp({}, 112.4)
    await dial().open()
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

  test('`flush` writes a pending frequency immediately, and only once', async () => {
    const { dial, saved } = setUp({}, 112.4)
    await dial().open()
    await dial().flush()
    dial().tune(120)
    await dial().flush()
    vi.advanceTimersByTime(10_000)
    expect(saved).toEqual([['alice', 120]])
  })

  test('`flush` waits for a write in progress', async () => {
    const { dial, saved, hold } = setUp({}, 112.4)
    await dial().open()
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

  test('an unconfirmed frequency is sent again at the next start, and the account is not read', async () => {
    const first = setUp({}, 112.4)
    await first.dial().open()
    first.dial().tune(120)
    await first.dial().flush()
    const second = setUp(Object.fromEntries(first.device), 112.4)
    await second.dial().open()
    expect(second.dial().frequency).toBe(120)
    expect(second.asked).toEqual([])
    vi.advanceTimersByTime(600)
    await Promise.resolve()
    expect(second.saved).toEqual([['alice', 120]])
  })

  test('a frequency is marked as confirmed only if the dial has not moved since the frequency was sent', async () => {
    const { dial, device, confirm } = setUp({}, 112.4)
    await dial().open()
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

  test('a device that stores no frequency reads the frequency of the account with Firestore Lite', async () => {
    const { dial, asked } = setUp({}, 120.8)
    await dial().open()
    expect(asked).toEqual(['readFirst'])
    expect(dial()).toMatchObject({ frequency: 120.8, theme: 'arcticops' })
  })

  test.each<[string, string | undefined, StoredFrequencyAndTheme, number, Theme]>([
    [
      'a theme of a band is replaced by the theme of the frequency',
      undefined,
      { frequency: 91.5, theme: 'urbanops' },
      91.5,
      'desertops',
    ],
    ['a theme chosen by hand is shown', undefined, { frequency: 91.5, theme: 'mgs' }, 91.5, 'mgs'],
    ['without a theme, the theme of the frequency is shown', undefined, { frequency: 91.5 }, 91.5, 'desertops'],
    [
      'a theme of a band overrides a theme stored by another user',
      'camo',
      { frequency: 91.5, theme: 'nightops' },
      91.5,
      'desertops',
    ],
    ['without a theme, the theme stored in the browser is kept', 'camo', { frequency: 91.5 }, 91.5, 'camo'],
    [
      'a theme chosen by hand is shown without a frequency',
      undefined,
      { frequency: undefined, theme: 'mgs' },
      112.4,
      'mgs',
    ],
    ['without a theme and a frequency, the default theme is shown', undefined, { frequency: undefined }, 112.4, 'lgs'],
  ])(
    'when a user signs in on a new device, the theme changes at most once: %s',
    async (_, storedTheme, account, frequency, theme) => {
      const { store, dial, device } = setUp(storedTheme === undefined ? {} : { theme: storedTheme }, account)
      const shown: Theme[] = []
      store.subscribe((now, before) => now.theme !== before.theme && shown.push(now.theme))
      await dial().open()
      expect(dial()).toMatchObject({ frequency, theme })
      expect(shown.length, 'number of theme changes').toBeLessThan(2)
      expect(device.get('theme'), 'theme stored for the next start').toBe(theme === 'lgs' ? undefined : theme)
    },
  )

  test.each<[string, number | undefined | 'unreachable']>([
    ['is not known yet', undefined],
    ['cannot be read', 'unreachable'],
  ])(
    'if the frequency of the account %s, this device ignores band themes chosen on other devices',
    async (_, account) => {
      const { dial } = setUp({}, account)
      void dial().open()
      await vi.advanceTimersByTimeAsync(0)
      dial().applyRemoteTheme('urbanops')
      expect(dial().theme).toBe('lgs')
      dial().applyRemoteTheme('camo')
      expect(dial().theme).toBe('camo')
      dial().tune(91.5)
      dial().applyRemoteTheme('camo')
      dial().applyRemoteTheme('urbanops')
      expect(dial().theme).toBe('desertops')
    },
  )

  test('a device first shows its own stored frequency, then the frequency of the account', async () => {
    const { dial, asked, answer } = setUp({ 'operationalFrequency:alice': '91.5' })
    const opened = dial().open()
    expect(asked).toEqual(['read'])
    expect(dial()).toMatchObject({ frequency: 91.5, theme: 'desertops' })
    answer(130.2)
    await opened
    expect(dial()).toMatchObject({ frequency: 130.2, theme: 'urbanops' })
  })

  test('a move of the dial is not undone by a frequency that is read later', async () => {
    const { dial, answer } = setUp()
    const opened = dial().open()
    dial().tune(100.1)
    answer(130.2)
    await opened
    expect(dial().frequency).toBe(100.1)
  })

  test('a frequency that arrives after the user has signed out is ignored', async () => {
    const { session, dial, device, answer } = setUp()
    const opened = dial().open()
    session.end()
    answer(130.2)
    await opened
    expect([...device]).toEqual([])
  })

  test('the dial stays at 112.4 MHz if the account has no frequency', async () => {
    const { dial, answer } = setUp({ 'operationalFrequency:alice': 'static' })
    const opened = dial().open()
    answer(undefined)
    await opened
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'lgs' })
  })

  test('if a user has never moved the dial, the device stores this fact', async () => {
    const first = setUp()
    const opened = first.dial().open()
    first.answer(undefined)
    await opened
    const second = setUp(Object.fromEntries(first.device))
    void second.dial().open()
    expect(second.asked).toEqual(['read'])
    expect(second.dial()).toMatchObject({ frequency: 112.4, theme: 'lgs' })
  })

  test('nothing is stored if reading the frequency fails', async () => {
    const { dial, device } = setUp({}, 'unreachable')
    await dial().open()
    expect([...device]).toEqual([])
    expect(dial().frequency).toBe(112.4)
  })
})

describe('signing out', () => {
  test('signing out resets the dial and its theme, and removes the stored frequency', async () => {
    const { session, dial, device, saved } = setUp({}, 112.4)
    await dial().open()
    dial().tune(91.5)
    session.end()
    vi.advanceTimersByTime(10_000)
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'jungleops', changing: false })
    expect([...device]).toEqual([['theme', 'jungleops']])
    expect(saved).toEqual([])
  })

  test('signing out keeps a theme that was chosen by hand', async () => {
    const { session, dial, device } = setUp({}, 112.4)
    await dial().open()
    dial().chooseTheme('camo')
    session.end()
    expect(dial().theme).toBe('camo')
    expect(device.get('theme')).toBe('camo')
  })
})
