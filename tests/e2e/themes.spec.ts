import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { THEMES } from '#domain/dial/themes.ts'
import { Settings } from '#tests/support/pages/settings.ts'
import { storedFrequency, storedTheme } from '#tests/support/stored.ts'
import { appUrl, expect, signIn, test } from '#tests/support/test.ts'

/** The themes that the design specifies as light, because their background is bright. */
const LIGHT: ReadonlySet<string> = new Set(['desertops', 'arcticops'])
const BACKGROUND_LIMIT_BYTES = 30_000

type Pair = { readonly theme: string; readonly name: string; readonly ratio: number; readonly min: number }

/** The contrast ratio that the design specifies for each pair of adjacent colors on the screen. */
const PAIRS: readonly Pair[] = readFileSync('tests/support/contrast.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [theme = '', name = '', ratio = '', min = ''] = line.split(',')
    return { theme, name, ratio: Number(ratio), min: Number(min) }
  })
/** The number of color pairs that `contrast.csv` contains for each theme. */
const PAIRS_PER_THEME = 69
const PAIR_NAMES: ReadonlySet<string> = new Set(PAIRS.map(({ name }) => name))

const on = (share: number, color: string, below: string) => `color-mix(in oklab, ${color} ${share}%, ${below})`
/** Mixes two colors in sRGB, as the browser does for a translucent layer such as the terminal effects. */
const over = (share: number, color: string, below: string) => `color-mix(in srgb, ${color} ${share}%, ${below})`
const token = (name: string) => `var(--${name})`
/** Applies the vignette and the scanlines of a dark theme to a color. */
const dimmed = (color: string) => over(10, 'black', over(3.5, 'black', color))
const lit = on(34, token('ghost'), token('glass'))

/** Converts the name of a color pair in `contrast.csv` to two CSS colors. */
function colors({ theme, name }: Pair): readonly [string, string] {
  const [, front = '', back = ''] = /^(?:CRT worst |.*: )?([\w-]+)\/([\w-]+)$/.exec(name) ?? []
  if (name.startsWith('CRT worst')) {
    const shade = LIGHT.has(theme) ? (color: string) => over(5, token('text'), color) : dimmed
    return [shade(token(front)), shade(token(back))]
  }
  if (front) return [token(front), token(back)]
  const [, what = ''] = /^(?:stamp |level key |CRT glass scanline )?([\w-]+)/.exec(name) ?? []
  if (name.startsWith('stamp')) return [token(what), on(10, token(what), token('surface'))]
  if (name.startsWith('level key')) return [token(what), on(12, token(what), token('surface'))]
  if (name.endsWith('on accent 14% tint')) return [token(what), on(14, token('accent'), token('surface'))]
  if (name.endsWith('on glass top sheen')) return [token(what), over(3, 'white', lit)]
  const line = (color: string) => over(10, 'black', over(12, 'black', color))
  return [line(token(what)), line(token('glass'))]
}

/**
 * Returns the allowed relative difference from the contrast in the design. It is larger for mixed colors, which are
 * rounded, and for the sheen, which the design measured where the display is lightest.
 */
const allowed = ({ name }: { readonly name: string }) =>
  name.endsWith('sheen') ? 0.06 : name.includes(' ') ? 0.03 : 0.002

/** Returns the contrast ratio of each pair of CSS colors in a theme, measured in the colors that the browser paints. */
function contrasts(page: Page, theme: string, pairs: readonly (readonly [string, string])[]): Promise<number[]> {
  return page.evaluate(
    ({ name, wanted }) => {
      const root = document.documentElement
      root.dataset['theme'] = name
      const probe = document.body.appendChild(document.createElement('i'))
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
      const luminance = (color: string) => {
        probe.style.color = color
        if (!canvas) return 0
        canvas.fillStyle = getComputedStyle(probe).color
        canvas.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
        return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
      }
      const ratios = wanted.map(([front, back]) => {
        const [high = 0, low = 0] = [luminance(front), luminance(back)].toSorted((a, b) => b - a)
        return (high + 0.05) / (low + 0.05)
      })
      probe.remove()
      return ratios
    },
    { name: theme, wanted: pairs },
  )
}

for (const { theme, name } of THEMES)
  test(`paints every color pair of ${name} with the contrast of the design`, async ({ page }) => {
    await page.goto('/login')
    const pairs = PAIRS.filter((pair) => pair.theme === theme)
    expect(pairs).toHaveLength(PAIRS_PER_THEME)
    expect(new Set(pairs.map((pair) => pair.name))).toEqual(PAIR_NAMES)
    const ratios = await contrasts(page, theme, pairs.map(colors))
    const wrong = pairs
      .map((pair, index) => ({ ...pair, shipped: ratios[index] ?? 0 }))
      .filter(({ ratio, min, shipped, ...pair }) => shipped < min || Math.abs(shipped - ratio) > ratio * allowed(pair))
    expect(wrong.map((pair) => `${pair.name}: ${pair.shipped.toFixed(2)}, designed ${pair.ratio}`)).toEqual([])
  })

test('applies a stored theme, with its color scheme and its browser theme color, from the first paint', async ({
  page,
}) => {
  for (const { theme } of THEMES) {
    await page.addInitScript((stored) => localStorage.setItem('theme', stored), theme)
    await page.goto('/simple')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(page.locator('html')).toHaveCSS('color-scheme', LIGHT.has(theme) ? 'light' : 'dark')
    const surface = await page.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--surface'))
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', surface)
  }
})

test('shows the default theme when the stored theme is invalid', async ({ page }) => {
  await page.goto('/simple')
  const color = () => page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor)
  const usual = await color()
  await page.addInitScript(() => localStorage.setItem('theme', 'neon'))
  await page.reload()
  expect(await color()).toBe(usual)
})

test('keeps every background file at 30 kB or less', () => {
  const backgrounds = readdirSync('src/styles/backgrounds')
  expect(backgrounds).not.toEqual([])
  expect(
    backgrounds.filter((file) => statSync(`src/styles/backgrounds/${file}`).size > BACKGROUND_LIMIT_BYTES),
  ).toEqual([])
})

test('cross-fades from one theme to the next in 200 ms', async ({ codec, page }) => {
  // Waits for the style sheet of the fade, which is loaded when the browser is idle.
  await expect
    .poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('fade'))))
    .toBe(true)
  const fades = page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        document.addEventListener('transitionrun', ({ propertyName }) => {
          if (propertyName !== '--surface') return
          const running = document.documentElement.getAnimations().map((one) => one.effect?.getTiming().duration)
          resolve([...new Set(running)])
        })
      }),
  )
  await codec.mode.click()
  expect(await fades).toEqual([200])
  await expect(page.locator('html[data-fading]')).toHaveCount(0)
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('with reduced motion, only the page, buttons and toasts fade', async ({ codec, page }) => {
    const others = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = []
          document.addEventListener('transitionrun', ({ target }) => {
            if (target instanceof Element && !target.matches(':root, .key, .toast')) seen.push(target.outerHTML)
          })
          document.documentElement.addEventListener('transitionend', () => resolve(seen))
        }),
    )
    await codec.mode.click()
    expect(await others).toEqual([])
  })
})

test('selects a theme in the settings by pointer and by keyboard, and tunes the dial to the band of the theme', async ({
  codec,
  page,
}) => {
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'Military Style' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'camo')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'mgs')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Codec' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'mgs')
  await page.getByRole('radio', { name: 'Urban Ops' }).check()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(codec.dial).toHaveAttribute('aria-valuenow', '130.2')
  await expect(page.getByText('Urban Ops')).toBeVisible()
})

/** Records every theme that the page shows. @returns a function that reads the recorded themes */
async function watchThemes(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = []
    new MutationObserver(() => shown.push(document.documentElement.dataset['theme'] ?? '')).observe(document, {
      attributes: true,
      attributeFilter: ['data-theme'],
      subtree: true,
    })
    Object.assign(window, { readThemes: () => shown })
  })
  return () => page.evaluate('readThemes()')
}

for (const { name, theme, stored } of [
  // Urban Ops and Night Ops belong to bands. Only the new frequency is stored, because it also selects the theme.
  { name: 'Night Ops', theme: 'nightops', stored: [100.1, 'urbanops'] },
  { name: 'Codec', theme: 'mgs', stored: [135, 'mgs'] },
])
  test(`on a second device, shows the default theme, then ${name} from the account, and no other theme`, async ({
    codec,
    page,
    account,
    browser,
  }) => {
    await codec.dial.press('End')
    const settings = new Settings(page)
    await settings.open('ai')
    await settings.flag('Analyze new entries').click()
    await settings.choose('General')
    await settings.theme(name).check()
    await expect.poll(async () => [await storedFrequency(account.uid), await storedTheme(account.uid)]).toEqual(stored)

    const other = await browser.newPage({ baseURL: appUrl() })
    const themes = await watchThemes(other)
    await signIn(other, account)
    await expect(other.locator('html')).toHaveAttribute('data-theme', theme)
    await other.getByRole('button', { name: 'Settings' }).first().click()
    const elsewhere = new Settings(other)
    await elsewhere.choose('AI Settings')
    await expect(elsewhere.flag('Analyze new entries'), 'the loaded settings').toBeChecked()
    expect(await themes()).toEqual(['lgs', theme])
    await other.close()
  })
