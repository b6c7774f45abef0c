import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { Theme } from '#domain/dial/themes.ts'
import { COMBINE_MS } from '#domain/journal/operations.ts'
import type { StoredFrequencyAndTheme } from '#src/io/firebase/profileDocument.ts'
import { frequencyState, type FrequencyState } from '#src/stores/frequency.ts'
import { UserSession } from '#src/stores/session.ts'
import { FakeCloud } from '#tests/support/fakeCloud.ts'
import { fakeItemStorage } from '#tests/support/fakeItemStorage.ts'
import { settled, TestDevice, testJournal } from '#tests/support/testJournal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Creates the dial of a user on a device whose storage contains `stored`. `account` is the answer of the database, or
 * undefined if the test answers later.
 */
function setUp(
  stored: { [key: string]: string } = {},
  account?: number | StoredFrequencyAndTheme | 'unreachable',
  { cloud = new FakeCloud(), tabs = new TestDevice() } = {},
) {
  const { device, kept, elsewhere } = fakeItemStorage(stored)
  const asked: string[] = []
  /** The code of the journal. */
  let code = Promise.resolve()
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
  const { journal, server } = testJournal({ cloud, device: tabs, signal: session.signal })
  journal.start()
  const store = createStore<FrequencyState>(
    frequencyState(session, {
      read: ask('read'),
      async save(frequency) {
        await code
        await journal.enqueue([{ key: crypto.randomUUID(), operation: { kind: 'tune', frequency } }])
      },
      isQueued: async () => (await journal.readQueue()).some(({ operation }) => operation.kind === 'tune'),
      storage: kept,
    }),
  )
  store.getState().restoreTheme()
  return {
    session,
    store,
    device,
    elsewhere,
    cloud,
    tabs,
    server,
    asked,
    /** The frequencies that were written to the account. */
    written: () => cloud.accountChanges.map((change) => (change.kind === 'tune' ? change.frequency : change.kind)),
    readQueue: async () => (await journal.readQueue()).map(({ operation }) => operation),
    /** Delays the loading of the journal's code until the returned function is called. */
    holdCode() {
      const { promise, resolve } = Promise.withResolvers<void>()
      code = promise
      return resolve
    },
    loseCode() {
      code = Promise.reject(new Error('offline'))
      code.catch(() => {})
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
    const { dial, elsewhere, written } = setUp({}, 112.4)
    await dial().open()
    dial().tune(113)
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    elsewhere('theme', 'nightops')
    elsewhere('operationalFrequency:alice', '100.1 unsent')
    expect(dial()).toMatchObject({ frequency: 100.1, theme: 'nightops', tuneCount: 1 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(written()).toEqual([113])
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
    const { dial, written } = setUp({}, 112.4)
    await dial().open()
    for (let press = 0; press < 20; press++) {
      dial().tune(dial().frequency + 0.5)
      await vi.advanceTimersByTimeAsync(150)
    }
    expect(written()).toEqual([])
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(written()).toEqual([122.4])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written()).toHaveLength(1)
  })

  test('`flush` waits until the last of several moves is queued', async () => {
    const { dial, readQueue, holdCode } = setUp({}, 112.4)
    await dial().open()
    await dial().flush()
    const release = holdCode()
    dial().tune(119)
    dial().tune(120)
    let isDone = false
    const flushed = dial()
      .flush()
      .then(() => (isDone = true))
    await settled()
    expect(isDone).toBe(false)
    release()
    await flushed
    expect(await readQueue()).toEqual([{ kind: 'tune', frequency: 120 }])
  })

  test('an unconfirmed frequency survives a restart, and the account is not read', async () => {
    const first = setUp({}, 112.4)
    await first.dial().open()
    first.server.isOnline = false
    first.dial().tune(120)
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    const second = setUp(Object.fromEntries(first.device), 112.4, first)
    await second.dial().open()
    expect(second.dial().frequency).toBe(120)
    expect(second.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(second.written()).toEqual([120])
  })

  test('a frequency that could not be queued is queued at the next start, and the account is not read', async () => {
    const first = setUp({}, 112.4)
    await first.dial().open()
    first.loseCode()
    vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
    first.dial().tune(120)
    await settled()
    const second = setUp(Object.fromEntries(first.device), 112.4)
    await second.dial().open()
    expect(second.dial().frequency).toBe(120)
    expect(second.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(COMBINE_MS)
    expect(second.written()).toEqual([120])
  })

  test('a frequency is marked as queued only if the dial has not moved since', async () => {
    const { dial, device, holdCode } = setUp({}, 112.4)
    await dial().open()
    const release = holdCode()
    dial().tune(120)
    expect(device.get('operationalFrequency:alice')).toBe('120 unsent')
    device.set('operationalFrequency:alice', '121 unsent')
    release()
    await dial().flush()
    expect(device.get('operationalFrequency:alice')).toBe('121 unsent')
    dial().tune(122)
    await dial().flush()
    expect(device.get('operationalFrequency:alice')).toBe('122')
  })

  test('a device that stores no frequency reads the frequency of the account with Firestore Lite', async () => {
    const { dial, asked } = setUp({}, 120.8)
    await dial().open()
    expect(asked).toEqual(['read'])
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
    expect(dial().frequency).toBe(91.5)
    await settled()
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
    await settled()
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
    await settled()
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
    const { session, dial, device, written } = setUp({}, 112.4)
    await dial().open()
    dial().tune(91.5)
    session.end()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(dial()).toMatchObject({ frequency: 112.4, theme: 'jungleops', changing: false })
    expect([...device]).toEqual([['theme', 'jungleops']])
    expect(written()).toEqual([])
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
