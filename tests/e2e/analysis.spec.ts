import type { Page } from '@playwright/test'
import { DEFAULT_MODEL_IDS } from '#domain/analysis/aiModels.ts'
import { analysisEntry, openJournal } from '#tests/support/analysisJournal.ts'
import { Analysis } from '#tests/support/pages/analysis.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { boundingBoxOf } from '#tests/support/pages/layout.ts'
import { Editor } from '#tests/support/pages/editor.ts'
import { newAccount, removeAccount, revokeSessions } from '#tests/support/accounts.ts'
import { seed, type SeedEntry } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { appUrl, expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

/** Matches the message that the browser logs when a call of a function fails. */
const REFUSED = /Failed to load resource: the server responded with a status of (?:40[03]|409|429|50[234])/

test.describe('in a row of the list', () => {
  test('shows the suggestions of an analysis, applies them to the entry, and restores the entry on undo', async ({
    page,
  }) => {
    const dashboard = await openJournal(page, analysisEntry({ goals: ['Old goal', '[x] Old deed'], tags: ['old'] }))
    const card = dashboard.card('A signal')
    const analysis = new Analysis(page, card)
    await analysis.analyze.click()
    await expect(analysis.meter).toHaveAttribute('aria-valuetext', '0.86, amber')
    await expect(analysis.toast('Analysis complete!')).toBeVisible()
    await expect(analysis.panel).toContainText('565 tokens used')
    await expect(analysis.panel, 'the goals and tags that applying removes').toContainText(
      'This removes: Old goal, #old.',
    )
    await expect(analysis.suggestionButton('Apply goal Verify the northern signal')).toBeVisible()

    await analysis.apply.click()
    await expect(analysis.toast('Applied AI suggestions')).toBeVisible()
    await expect(analysis.panel).toBeHidden()
    await expect(card.getByRole('list', { name: 'Goals' }).getByRole('listitem')).toHaveText([
      'Old deed',
      'Verify the northern signal',
    ])
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['signal', 'recon'])
    await expect(card.locator('[data-level="INTEL"]')).toBeVisible()
    await expect(card, 'the focused entry').toBeFocused()

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['old'])
    await expect(card.getByRole('list', { name: 'Goals' }).getByRole('listitem')).toHaveText(['Old goal', 'Old deed'])
    await expect(card.locator('[data-level="FIELD"]')).toBeVisible()
  })

  test('scrolls to the suggestions of an analysis and focuses them, unless the user has moved the focus to the search', async ({
    page,
  }) => {
    const dashboard = await openJournal(
      page,
      analysisEntry(),
      analysisEntry({ id: 'two', content: 'Other' }),
      analysisEntry({ id: 'three', content: 'Last' }),
    )
    await page.setViewportSize({ width: 1280, height: 560 })
    const last = new Analysis(page, dashboard.cards.last())
    await last.analyze.click()
    await expect(last.panel.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(last.panel.getByRole('heading', { level: 2 })).toBeInViewport()

    const first = new Analysis(page, dashboard.cards.first())
    await first.analyze.click()
    await dashboard.search.focus()
    await expect(first.meter).toBeVisible()
    await expect(dashboard.search).toBeFocused()
  })

  test('shows the suggestions beside the meter on a wide screen', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const dashboard = await openJournal(page, analysisEntry({ suggestions: { confidence: 0.94, tags: ['water'] } }))
    const analysis = new Analysis(page, dashboard.card('A signal'))
    await analysis.view.click()
    const [meter, apply] = [await boundingBoxOf(analysis.meter), await boundingBoxOf(analysis.apply)]
    expect(apply.x).toBeGreaterThan(meter.x + meter.width)
    expect(apply.y).toBeLessThan(meter.y + meter.height)
  })

  test('applies a suggested level, goal and tag one by one, and leaves the rest of the entry unchanged', async ({
    page,
  }) => {
    const suggestions = { confidence: 0.94, level: 'ALERT', goals: ['Call Lena', 'Rest'], tags: ['house', 'water'] }
    const dashboard = await openJournal(page, analysisEntry({ tags: ['old'], suggestions }))
    const card = dashboard.card('A signal')
    const analysis = new Analysis(page, card)
    await expect(analysis.view).toHaveText('View AI Suggestions 0.94')
    await analysis.view.click()
    await expect(analysis.meter).toHaveAttribute('aria-valuetext', '0.94, green')
    await analysis.suggestionButton('Apply goal Rest').click()
    await expect(card.getByRole('list', { name: 'Goals' }).getByRole('listitem')).toHaveText(['Rest'])
    await analysis.suggestionButton('Apply tag water').click()
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['old', 'water'])
    await analysis.suggestionButton('Apply level ALERT').click()
    await expect(card.locator('.log-gutter [data-level="ALERT"]')).toBeVisible()
    await expect(analysis.panel.getByLabel('Already in this entry')).toHaveCount(3)
    await analysis.dismiss.click()
    await expect(analysis.panel).toBeHidden()
    await expect(card, 'the focused entry').toBeFocused()
    await analysis.view.click()
    await expect(analysis.panel).toBeVisible()
  })

  for (const { script, says } of [
    { script: 'blocked', says: 'The AI service declined to analyze this entry.' },
    { script: 'cut', says: 'The answer of the AI service was cut off. Lower the thinking budget and try again.' },
    { script: 'malformed', says: 'The AI service returned an unusable answer. Try again.' },
    { script: 'busy', says: 'The AI service is busy. Try again in a minute.' },
    { script: 'unsure', says: 'Analysis confidence below threshold' },
    { script: 'retired', says: DEFAULT_MODEL_IDS.fast },
  ])
    test(`shows in the row why an analysis failed: ${script}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(REFUSED)
      const dashboard = await openJournal(page, analysisEntry({ content: `A signal script:${script}` }))
      const analysis = new Analysis(page, dashboard.card('A signal'))
      await analysis.analyze.click()
      await expect(analysis.error).toContainText(says)
      await expect(analysis.toast('Failed to analyze log entry')).toBeVisible()
      await expect(analysis.analyze, 'the button for another analysis').toHaveText('AI Analysis')
      await expect(analysis.analyze).toBeFocused()
      await expect(analysis.view).toBeHidden()
    })

  test('disables the analysis button while an analysis runs, and rejects an analysis of another entry', async ({
    page,
  }) => {
    const dashboard = await openJournal(
      page,
      analysisEntry({ content: 'Slow script:hang' }),
      analysisEntry({ id: 'two', content: 'Other' }),
    )
    const slow = new Analysis(page, dashboard.card('Slow'))
    await slow.analyze.press('Enter')
    await expect(slow.analyze).toHaveText('Analyzing...')
    await expect(dashboard.card('Slow'), 'the focused entry').toBeFocused()
    await expect(slow.analyze).toBeDisabled()
    await expect(slow.toast('Analyzing with ... AI...')).toBeVisible()
    await new Analysis(page, dashboard.card('Other')).analyze.click()
    await expect(slow.toast('Analysis already in progress')).toBeVisible()
  })

  test('sends one request when the user presses the analysis button fifty times', async ({ page }) => {
    const dashboard = await openJournal(page, analysisEntry())
    const analysis = new Analysis(page, dashboard.card('A signal'))
    const calls: string[] = []
    page.on(
      'request',
      (request) => void (request.url().endsWith('/requestLogAnalysis') && calls.push(request.method())),
    )
    await analysis.analyze.evaluate((key: HTMLButtonElement) => {
      for (let press = 0; press < 50; press++) key.click()
    })
    await expect(analysis.toast('Analysis complete!')).toBeVisible()
    expect(calls.filter((method) => method === 'POST')).toHaveLength(1)
  })

  test('shows an error for an analysis that is started offline, but still applies one existing suggestion', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(LOST_CONNECTION)
    const suggestions = { confidence: 0.8, tags: ['house'] }
    const dashboard = await openJournal(page, analysisEntry({ suggestions }))
    const card = dashboard.card('A signal')
    const analysis = new Analysis(page, card)
    await analysis.view.click()
    await goOffline(context)
    await analysis.analyze.click()
    await expect(analysis.error).toContainText('the server cannot be reached')
    await analysis.suggestionButton('Apply tag house').click()
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['house'])
    await expect(card.getByText('queued')).toBeVisible()
    await analysis.apply.click()
    await expect(analysis.toast('Failed to apply suggestions')).toBeVisible()
    await expect(analysis.panel, 'the suggestions after the error').toBeVisible()
    await context.setOffline(false)
    await expect(card.getByText('queued')).toBeHidden({ timeout: 30_000 })
  })

  for (const { status, body, says } of [
    { status: 500, body: '{}', says: 'Failed to apply suggestions' },
    { status: 200, body: '{"success":"?"}', says: 'Failed to apply suggestions' },
    { status: 502, body: '<h1>Bad gateway</h1>', says: 'Failed to apply suggestions' },
    { status: 429, body: '{"error":"Wait."}', says: 'Failed to apply suggestions. Wait.' },
  ])
    test(`shows "${says}" when the server answers the request to apply suggestions with ${status} ${body}`, async ({
      page,
      expectedErrors,
    }) => {
      expectedErrors.push(/Failed to load resource: the server responded with a status of/)
      const dashboard = await openJournal(page, analysisEntry({ suggestions: { confidence: 0.8, tags: ['house'] } }))
      const analysis = new Analysis(page, dashboard.card('A signal'))
      await page.route('**/applyAiSuggestions', (route) =>
        route.fulfill({ status, body, headers: { 'Access-Control-Allow-Origin': '*' } }),
      )
      await analysis.view.click()
      await analysis.apply.click()
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to apply' })).toHaveText(says)
    })

  test('shows an error when the answer to an analysis request cannot be parsed', async ({ page }) => {
    const dashboard = await openJournal(page, analysisEntry())
    await page.route('**/requestLogAnalysis', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { success: 'perhaps' } }) : route.fallback(),
    )
    const analysis = new Analysis(page, dashboard.card('A signal'))
    await analysis.analyze.click()
    await expect(analysis.error).toHaveText('Analysis failed')
  })

  for (const { what, end, says } of [
    { what: 'a session that was revoked', end: revokeSessions, says: 'User not authenticated' },
    { what: 'an account that was removed', end: removeAccount, says: 'User not authenticated for analysis.' },
  ])
    test(`rejects an analysis request from ${what}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(/Failed to load resource: the server responded with a status of 40[01]/)
      const account = await newAccount()
      await seed(account.uid, [analysisEntry()])
      await signIn(page, account)
      const dashboard = new Dashboard(page)
      await dashboard.showLogs()
      await end(account.uid)
      const analysis = new Analysis(page, dashboard.card('A signal'))
      await analysis.analyze.click()
      await expect(analysis.error).toHaveText(says)
    })

  test('hides suggestions that are 31 days old', async ({ page }) => {
    const old = { confidence: 0.8, analyzed: Date.now() - 31 * 86_400_000 }
    const dashboard = await openJournal(page, analysisEntry({ suggestions: old }))
    const analysis = new Analysis(page, dashboard.card('A signal'))
    await expect(analysis.analyze).toBeVisible()
    await expect(analysis.view).toBeHidden()
  })
})

test.describe('on the page of an entry', () => {
  const suggestions = { confidence: 0.52, goals: ['Call Lena'], tags: ['house'], source: 'offline' as const }

  async function open(page: Page, about: Partial<SeedEntry> = {}, query = ''): Promise<Analysis> {
    await openJournal(page, analysisEntry({ suggestions, ...about }))
    await page.goto(`/logs/one${query}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return new Analysis(page)
  }

  test('shows suggestions beside the entry, with a warning about low confidence and a label for suggestions from keywords', async ({
    page,
  }) => {
    const analysis = await open(page)
    await expect(analysis.meter).toHaveAttribute('aria-valuetext', '0.52, red')
    await expect(analysis.panel).toContainText('Low confidence suggestions may need review')
    await expect(analysis.panel).toContainText('OFFLINE')
    await analysis.dismiss.click()
    await expect(analysis.panel).toBeHidden()
    await expect(analysis.view).toHaveText('Show AI Suggestions')
    await analysis.view.click()
    await expect(analysis.panel).toBeVisible()
  })

  test('leaves the focus in the field in which the user types while an analysis runs', async ({ page }) => {
    const analysis = await open(page)
    const typed = Promise.withResolvers<void>()
    await page.route('**/requestLogAnalysis', async (route) => {
      await typed.promise
      await route.continue()
    })
    await analysis.analyze.click()
    await page.getByRole('button', { name: '+ tag' }).click()
    await page.keyboard.type('boil')
    typed.resolve()
    await expect(analysis.toast('Analysis complete!')).toBeVisible()
    await page.keyboard.type('er')
    await expect(page.getByRole('combobox', { name: 'Add a tag' })).toHaveValue('boiler')
  })

  test('inserts suggested goals and tags into the text in edit mode', async ({ page }) => {
    const analysis = await open(page, {}, '?edit=true')
    const editor = new Editor(page)
    await analysis.suggestionButton('Insert goal Call Lena').click()
    await expect(editor.text).toHaveValue('A signal from the north.\n\nGoal: Call Lena')
    await expect(analysis.toast('Goal "Call Lena" added to content')).toBeVisible()
    await analysis.suggestionButton('Insert tag house').click()
    await expect(editor.text).toHaveValue('A signal from the north.\n\nGoal: Call Lena\n\n#house')
    await expect(analysis.toast('Tag "house" added to content')).toBeVisible()
    await expect(editor.tags).toHaveText([/^house/])
    await editor.tool('Undo').click()
    await expect(editor.text).toHaveValue('A signal from the north.\n\nGoal: Call Lena')
  })

  test('applies suggestions to the form in edit mode, and keeps the text that the user typed', async ({ page }) => {
    const analysis = await open(page, {}, '?edit=true')
    const editor = new Editor(page)
    await editor.text.press('!')
    await analysis.apply.click()
    await expect(editor.goals).toHaveText([/^Call Lena/])
    await expect(editor.tags).toHaveText([/^house/])
    await expect(editor.text).toHaveValue('A signal from the north.!')
    await editor.text.press('Control+Enter')
    await page.waitForURL(`${appUrl()}/`)
    const card = new Dashboard(page).card('A signal from the north.!')
    await new Dashboard(page).showLogs()
    await expect(card.getByRole('list', { name: 'Goals' }).getByRole('listitem')).toHaveText(['Call Lena'])
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['house'])
  })

  test('shows the error of a failed analysis above the form', async ({ page, expectedErrors }) => {
    expectedErrors.push(REFUSED)
    const analysis = await open(page, { content: 'A signal script:declined' })
    await analysis.analyze.click()
    await expect(analysis.toast('Failed to analyze log')).toBeVisible()
    await expect(analysis.error).toContainText('declined')
  })

  test('shows exactly which data an analysis would send, without sending the data', async ({ page }) => {
    const account = await newAccount()
    await seed(account.uid, [
      analysisEntry({ content: 'Say "hello" script:hang' }),
      analysisEntry({ id: 'two', tags: ['known'] }),
    ])
    await signIn(page, account)
    await page.goto('/logs/one')
    await page.getByRole('button', { name: 'Data sent to AI' }).click()
    const dialog = page.getByRole('dialog', { name: 'Data sent to AI' })
    await expect(dialog).toContainText(DEFAULT_MODEL_IDS.fast)
    await expect(dialog).toContainText(/about [\d,]+ tokens, \$0\.\d+/)
    const data: unknown = JSON.parse((await dialog.getByRole('region', { name: 'Data' }).textContent()) ?? '')
    expect(data).toMatchObject({ entry: { content: 'Say "hello" script:hang', level: 'FIELD' }, knownTags: ['known'] })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})
