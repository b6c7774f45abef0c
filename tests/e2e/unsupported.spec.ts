/* Tests the message that a browser shows if it is too old for the app. */
import { readFileSync } from 'node:fs'
import { expect, test } from '#tests/support/test.ts'

const SENTENCE =
  'SITREP needs a newer browser: Chrome or Edge 123, Firefox 128, Safari 17.5 or iOS 17.5, or a later version of one of these.'

/** Each script removes a feature that old browsers do not have. */
const MISSING: { readonly [feature: string]: () => void } = {
  'light-dark()': () => {
    const { supports } = CSS
    CSS.supports = (property: string, value?: string) => value?.startsWith('light-dark') !== true && supports(property)
  },
  'registered properties': () => void Reflect.deleteProperty(CSS, 'registerProperty'),
  'operations of sets': () => void Reflect.deleteProperty(Set.prototype, 'union'),
  'signals of several': () => void Reflect.deleteProperty(AbortSignal, 'any'),
  popovers: () => void Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'),
}

for (const [feature, remove] of Object.entries(MISSING))
  test(`shows the supported browser versions in a browser without ${feature}, and loads no code`, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.addInitScript(remove)
    await page.goto('/login')
    await expect(page.getByText(SENTENCE)).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(scripts).toEqual([])
  })

test('shows no message in a supported browser', async ({ page, login }) => {
  await login.open()
  await expect(page.getByText(SENTENCE)).toBeHidden()
})

test('lists the same browser versions in the page, in the build configuration and in the documentation', () => {
  const config = readFileSync('vite.config.ts', 'utf8')
  const docs = readFileSync('docs/browsers.md', 'utf8')
  for (const [browser, version] of [
    ...SENTENCE.matchAll(/(Chrome|Edge|Firefox|Safari|iOS)(?: or Edge)? ([\d.]+)/g),
  ].map(([, name = '', number = '']) => [name, number] as const)) {
    expect(config).toContain(`'${browser.toLowerCase()}${version}'`)
    expect(docs).toMatch(new RegExp(`${browser}[^\\n]*\\b${version.replace('.', String.raw`\.`)}\\b`))
  }
})
