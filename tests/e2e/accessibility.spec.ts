import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { THEMES } from '#domain/dial/themes.ts'
import { WITH_SCROLLBARS } from '#tests/support/browser.ts'
import { Analysis } from '#tests/support/pages/analysis.ts'
import { Palette } from '#tests/support/pages/palette.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { seed } from '#tests/support/stored.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

test.use({ launchOptions: WITH_SCROLLBARS })

/** The tested widths in px. 720 px is the width of a 1440 px window at 200 % zoom. */
const WIDTHS = [1440, 1024, 720, 320, 390]
/**
 * The widths at which axe runs. Only the layout is checked at other widths, because axe would report the same problems.
 */
const JUDGED: ReadonlySet<number> = new Set([1440, 390])
/** The width at which colors are checked in every theme. It shows all colored elements except those for phones. */
const EVERY_THEME = 1440
/** The axe rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs axe in the current theme if `JUDGED` contains the width of the page. */
async function quickCheck(page: Page): Promise<void> {
  if (JUDGED.has(page.viewportSize()?.width ?? 0)) expect(await violations(page, new AxeBuilder({ page }))).toEqual([])
}

async function check(page: Page): Promise<void> {
  await quickCheck(page)
  if (page.viewportSize()?.width === EVERY_THEME) expect(await colorViolations(page)).toEqual([])
  expect(await page.evaluate(tooWide), 'horizontal scroll').toEqual([])
  expect(await page.evaluate(needlessScrollbars), 'scrollbars without overflow').toEqual([])
}

/** Runs in the page. Returns the elements that make the page wider than the screen. */
function tooWide(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((one) => one.getBoundingClientRect().right > clientWidth)
    .map((one) => `${one.tagName} ${one.getAttribute('class')} ${Math.round(one.getBoundingClientRect().right)}`)
}

/**
 * Runs in the page. Returns the elements that scroll horizontally, and those that scroll vertically only because of a
 * rounding error of one or two pixels.
 */
function needlessScrollbars(): readonly string[] {
  return [...document.body.querySelectorAll('*')].flatMap((one) => {
    const { overflowX, overflowY, scrollbarWidth } = getComputedStyle(one)
    if (scrollbarWidth === 'none') return []
    const wide = one.scrollWidth - one.clientWidth
    const high = one.scrollHeight - one.clientHeight
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    return (scrolls(overflowX) && wide > 0) || (scrolls(overflowY) && high > 0 && high <= 2)
      ? [`${one.tagName} ${one.getAttribute('class')}: ${wide} px too wide, ${high} px too high`]
      : []
  })
}

async function violations(page: Page, axe: AxeBuilder): Promise<string[]> {
  await page.evaluate(waitForAnimations)
  // Uses legacy mode, because each run in the default mode opens another page to combine the results of frames. The app
  // has no frames.
  return (await axe.setLegacyMode().analyze()).violations.map(violationText)
}

declare global {
  interface Window {
    /** The first run of `AxeBuilder` injects axe into the page. */
    readonly axe: { run(options: object): Promise<{ readonly violations: readonly Violation[] }> }
  }
}

/**
 * Returns the violations of the color rules in every theme. Reuses the axe script that is already in the page, because
 * injecting the script takes longer than running it.
 */
async function colorViolations(page: Page): Promise<string[]> {
  const shown = await page.locator('html').getAttribute('data-theme')
  const found: string[] = []
  for (const { theme } of THEMES) {
    await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme)
    await page.evaluate(waitForAnimations)
    const inTheme = await page.evaluate(
      async (values) => (await window.axe.run({ runOnly: { type: 'rule', values } })).violations,
      COLOR_RULES,
    )
    found.push(...inTheme.map((one) => `${theme}: ${violationText(one)}`))
  }
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name ?? ''), shown)
  return found
}

/** Runs in the page. Resolves when no animation is running, so that colors are final. */
async function waitForAnimations(): Promise<void> {
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
  // When the transition of a color ends, new transitions start on the elements that inherit the color.
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished))
}

type Violation = {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const violationText = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`

for (const width of WIDTHS)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })

    // At the narrowest width, the setting "Larger text" is on.
    if (width === 320)
      test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('largerText', 'true')))

    test('finds no accessibility violations on the screens for visitors', async ({ page }) => {
      test.setTimeout(180_000)
      for (const path of ['/login', '/password-recovery', '/nowhere', '/test', '/simple', '/test-dashboard']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await check(page)
      }
    })

    test('finds no accessibility violations on the screens for signed-in users', async ({
      page,
      dashboard,
      account,
    }) => {
      test.setTimeout(300_000)
      await seed(account.uid, [
        {
          id: 'one',
          content: '# Head\n\n- [x] done\n- [ ] open\n\n> quoted `code`',
          time: Date.now(),
          level: 'ALERT',
          goals: ['goal'],
          tags: ['tag'],
          suggestions: { confidence: 0.52, goals: ['goal', 'another'], tags: ['tag', 'more'], source: 'offline' },
        },
      ])
      await dashboard.showLogs()
      await expect(dashboard.card('Head')).toBeVisible()
      await expect(dashboard.card('Head').locator('h1')).toBeVisible()
      await new Analysis(page).view.click()
      await expect(new Analysis(page).meter).toBeVisible()
      await check(page)
      if (width === 390) expect(await colorViolations(page)).toEqual([])
      await dashboard.card('Head').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await check(page)
      await page.keyboard.press('Escape')
      await dashboard.newEntry.click()
      await expect(page.getByLabel('Message')).toBeFocused()
      await check(page)
      await page.keyboard.press('Escape')
      await dashboard.showFilters()
      await dashboard.weeks.getByRole('button').last().click()
      await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible()
      await check(page)
      for (const view of ['Look back', 'Tags', 'Archive', 'Deleted']) {
        await page.getByRole('button', { name: view, exact: true }).click()
        await expect(page.getByRole('region', { name: 'Operation Logs' })).not.toHaveText(/Loading|Reading/)
        await quickCheck(page)
      }
      await page.keyboard.press(':')
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
      await quickCheck(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await quickCheck(page)
      await page.keyboard.press('Escape')
      await new Palette(page).run(':play defcon')
      await expect(new Radio(page).status).toContainText('LIVE')
      await check(page)
      await checkRadio(page, width)
      for (const path of [
        '/logs/one',
        '/logs/one?edit=true',
        '/settings',
        '/settings?tab=frequency',
        '/settings?tab=ai',
        '/settings?tab=account',
        '/logs/missing',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('main')).not.toHaveText(/Loading/)
        await check(page)
      }
    })
  })

test.describe('at 1920 px', () => {
  test.use({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })

  test('finds no accessibility violations beside the list, in the choice of a level and in focus mode', async ({
    page,
    dashboard,
    account,
  }) => {
    test.setTimeout(120_000)
    await seed(account.uid, [
      { id: 'one', content: '# Head\n\n#tag in the text', time: Date.now(), level: 'ALERT', tags: ['tag', 'own'] },
    ])
    await dashboard.showLogs()
    const pane = page.getByRole('complementary', { name: 'Chosen entry' })
    await expect(pane).toContainText('in the text')
    await pane.getByRole('button', { name: '+ tag' }).click()
    await checkEveryTheme(page)
    await page.keyboard.press('Escape')
    await dashboard.card('Head').getByRole('button', { name: 'Level ALERT. Change level' }).click()
    await checkEveryTheme(page)
    await page.goto('/logs/one?edit=true')
    await page.getByRole('button', { name: 'Focus mode' }).click()
    await expect(page.getByLabel('Content')).toBeFocused()
    expect(await violations(page, new AxeBuilder({ page }).disableRules(COLOR_RULES))).toEqual([])
  })
})

async function checkEveryTheme(page: Page): Promise<void> {
  expect(await violations(page, new AxeBuilder({ page }))).toEqual([])
  expect(await colorViolations(page)).toEqual([])
  expect(await page.evaluate(tooWide), 'horizontal scroll').toEqual([])
}

/** Checks what the radio bar opens: panels on a wide screen, a sheet on a phone. */
async function checkRadio(page: Page, width: number): Promise<void> {
  const radio = new Radio(page)
  if (width < 720) {
    await radio.bar.getByRole('button', { name: 'Open radio' }).click()
    await expect(radio.sheet.getByRole('region', { name: 'Recent tracks' })).toBeVisible()
    await check(page)
    if (width === 390) expect(await colorViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    return
  }
  await radio.recent.open()
  await expect(radio.recent.body.getByRole('region', { name: 'Recent tracks' })).toBeVisible()
  await quickCheck(page)
  await radio.station.open()
  await expect(radio.station.body.getByRole('region', { name: 'Description' })).toBeVisible()
  await quickCheck(page)
  await radio.station.body.getByRole('button', { name: 'All stations' }).click()
  await expect(radio.stations).toBeVisible()
  await check(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

test('lets a user sign in, write an entry and edit the entry using only the keyboard', async ({
  page,
  account,
  login,
}) => {
  await login.open()
  await login.email.focus()
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${appUrl()}/`)
  await expect(page.getByRole('button', { name: 'New Entry', exact: true })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.keyboard.type('Typed by hand, n and l included.')
  // Moves the focus from the text field to the levels.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'INTEL', exact: true })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(`${appUrl()}/`)
  // The address changes before the editor closes. Until the editor closes, a pressed letter would be typed into its
  // text.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const card = page.getByRole('article').filter({ hasText: 'Typed by hand' })
  await expect(card.getByRole('img', { name: 'INTEL' })).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Content')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And edited.')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`${appUrl()}/`)
  await expect(card).toContainText('And edited.')
})
