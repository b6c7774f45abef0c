import type { Page } from '@playwright/test'
import { goOffline, connectionStatus } from '#tests/support/pages/connection.ts'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { seed } from '#tests/support/stored.ts'
import { expect, LOST_CONNECTION, test } from '#tests/support/test.ts'

/** Returns the duration of every running animation and transition, in milliseconds. */
const running = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().activeDuration)),
  )

test('terminal effects do not block input, and stay off after the user turns them off', async ({ codec, page }) => {
  const overlay = page.locator('.crt')
  await expect(overlay).toHaveAttribute('aria-hidden', 'true')
  await expect(overlay).toHaveCSS('pointer-events', 'none')
  await codec.up.click()
  expect((await running(page)).some((duration) => duration === Infinity)).toBe(true)
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Terminal effects' }).click()
  await expect(overlay).toHaveCount(0)
  await page.goto('/')
  await expect(codec.dial).toBeVisible()
  await expect(overlay).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('terminalEffectsEnabled'))).toBe('false')
  expect((await running(page)).some((duration) => duration === Infinity)).toBe(false)
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('shows no flicker and does not animate the needle with reduced motion', async ({ codec, page }) => {
    await codec.mode.click()
    for (const duration of await running(page)) expect(duration).toBeLessThanOrEqual(80)
    await expect(codec.needle).toHaveCSS('transition-property', /^(all|none)$/)
    expect(await page.locator('.crt').count()).toBe(1)
  })
})

test('with increased contrast, lines and muted text have a stronger color, and the terminal effects are hidden', async ({
  codec,
  page,
}) => {
  await page.emulateMedia({ contrast: 'more' })
  await expect(codec.dial).toBeVisible()
  await expect(page.locator('.crt')).toBeHidden()
  const tokens = await page.locator('html').evaluate((root) => {
    const style = getComputedStyle(root)
    return ['line', 'edge', 'muted', 'text'].map((name) => style.getPropertyValue(`--${name}`))
  })
  expect(tokens[0]).toBe(tokens[1])
  expect(tokens[2]).toBe(tokens[3])
})

test('with forced colors, draws the edges of buttons and hides the terminal effects', async ({ codec, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(codec.up).toHaveCSS('border-top-width', '2px')
  await expect(page.locator('.crt')).toBeHidden()
  await expect(codec.needle).toBeVisible()
})

const bottomOf = (box: { readonly y: number; readonly height: number } | null): number =>
  (box?.y ?? 0) + (box?.height ?? 0)

const PHONES = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a small phone', width: 320, height: 568 },
]

for (const { name, ...viewport } of PHONES)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test('makes every tap target at least 44 px wide and high on a phone', async ({ page, dashboard, account }) => {
      await seed(account.uid, [
        { id: 'one', content: 'long '.repeat(60), time: Date.now(), goals: ['goal'], tags: ['tag'] },
      ])
      await dashboard.showLogs()
      await expect(dashboard.card('long')).toBeVisible()
      expect(await tooSmall(page)).toEqual([])
      for (const path of [
        '/logs/new',
        '/logs/one',
        '/logs/one?edit=true',
        '/settings',
        '/settings?tab=account',
        '/nowhere',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        expect(await tooSmall(page), path).toEqual([])
      }
    })

    test('keeps the dock in view on a phone, and shows toasts above the dock', async ({ page, dashboard }) => {
      await dashboard.write('From the phone', 'INTEL')
      const toast = page.locator('.toast').filter({ hasText: 'Log entry created successfully!' })
      await expect(toast).toBeVisible()
      const dock = page.locator('.dock')
      // The dock slides in from below, so its position is polled.
      await expect.poll(async () => bottomOf(await dock.boundingBox())).toBeCloseTo(viewport.height, 0)
      expect(bottomOf(await toast.boundingBox())).toBeLessThanOrEqual((await dock.boundingBox())?.y ?? 0)
    })

    test('on a phone, the number of queued entries fits into the top bar and does not make the page too wide', async ({
      page,
      dashboard,
      context,
      expectedErrors,
    }) => {
      expectedErrors.push(LOST_CONNECTION)
      await dashboard.write('While there was a network', 'INTEL')
      await expect(connectionStatus(page)).toHaveText('Online')
      await goOffline(context)
      await dashboard.write('From the phone', 'INTEL')
      await expect(connectionStatus(page)).toHaveText('Offline, 1 queued')
      for (const width of [viewport.width, 360]) {
        await page.setViewportSize({ ...viewport, width })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  })

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  test('shows one button for each week in landscape, which a thumb can tap', async ({ page, dashboard, account }) => {
    await seed(account.uid, [{ id: 'one', content: 'Sideways', time: Date.now() }])
    await dashboard.showLogs()
    await page.getByRole('button', { name: 'Filters' }).tap()
    const weeks = page.locator('.heat button')
    await expect(weeks).toHaveCount(12)
    const { width, height } = await boundingBoxOf(weeks.last())
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })

  test('shows the codec, the buttons and the list in landscape without horizontal scrolling', async ({
    page,
    codec,
    dashboard,
  }) => {
    await codec.up.tap()
    await dashboard.viewLogs.tap()
    await dashboard.newEntry.tap()
    await page.getByLabel('Message').fill('Sideways')
    const submit = page.getByRole('button', { name: 'Submit Entry' })
    await submit.scrollIntoViewIfNeeded()
    await submit.tap()
    await expect(dashboard.card('Sideways')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})

/**
 * Returns the tap targets smaller than 44 px. The days in the strip of days are exempt, because the day bar has larger
 * buttons that select a day.
 */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], select, textarea, input:not([type=checkbox], [type=radio])')]
      .filter(
        (element) => element.checkVisibility() && !element.matches('.heat button, .prose a, .skip-link, :disabled'),
      )
      .filter((element) => {
        // The pseudo-element `::after` extends the tap target of text buttons.
        const { width, height } = element.getBoundingClientRect()
        const reach = getComputedStyle(element, '::after')
        const [wide, high] = [
          Math.max(width, Number.parseFloat(reach.width) || 0),
          Math.max(height, Number.parseFloat(reach.height) || 0),
        ]
        return width > 0 && (wide < 43.5 || high < 43.5)
      })
      .map(
        (element) =>
          `${element.outerHTML.slice(0, 120)} ${element.getBoundingClientRect().width}×${element.getBoundingClientRect().height}`,
      ),
  )
}
