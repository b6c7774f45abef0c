import type { BrowserContext, Page } from '@playwright/test'
import { analysisEntry, openJournal } from '#tests/support/analysisJournal.ts'
import { Analysis } from '#tests/support/pages/analysis.ts'
import { Dashboard } from '#tests/support/pages/dashboard.ts'
import { Radio } from '#tests/support/pages/radio.ts'
import { appUrl, expect, test } from '#tests/support/test.ts'

test.describe('automatic analysis', () => {
  async function automatic(page: Page): Promise<Dashboard> {
    const dashboard = await openJournal(page, analysisEntry())
    await page.goto('/settings?tab=ai')
    await page.getByRole('switch', { name: 'Analyze new entries' }).click()
    await page.goto('/')
    await dashboard.showLogs()
    return dashboard
  }

  test('analyzes a new entry, and applies the suggestions immediately when their confidence is above 0.9', async ({
    page,
  }) => {
    const dashboard = await automatic(page)
    await dashboard.write('Contact made script:sure', 'FIELD')
    const card = dashboard.card('Contact made')
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['signal', 'recon'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card.getByRole('list', { name: 'Tags' })).toBeHidden()
    await expect(card.locator('.log-gutter [data-level="FIELD"]')).toBeVisible()
  })

  test('queues the analysis of entries that are written during another analysis', async ({ page }) => {
    const dashboard = await automatic(page)
    const others = Promise.withResolvers<void>()
    await page.route('**/requestLogAnalysis', async (route) => {
      await others.promise
      await route.continue()
    })
    await dashboard.write('First', 'FIELD')
    await expect(new Analysis(page, dashboard.card('First')).analyze).toHaveText('Analyzing...')
    // The analysis of the second entry is queued long before the server confirms the third entry.
    for (const text of ['Second', 'Third']) {
      await dashboard.write(text, 'FIELD')
      await expect(dashboard.card(text)).toBeVisible()
      await expect(dashboard.card(text)).not.toContainText('queued')
    }
    others.resolve()
    for (const text of ['First', 'Second', 'Third'])
      await expect(new Analysis(page, dashboard.card(text)).panel).toBeVisible()
  })

  /** Opens another tab in the same browser. Presses a button in the new tab, so that the browser allows sound there. */
  async function anotherTab(context: BrowserContext) {
    const page = await context.newPage()
    const heard = await new Radio(page).listen()
    await page.goto('/')
    const dashboard = new Dashboard(page)
    await dashboard.showLogs()
    await dashboard.cards.first().waitFor()
    await dashboard.viewLogs.click()
    await dashboard.showLogs()
    await expect.poll(async () => (await heard()).effects).toBeGreaterThan(0)
    return { page, dashboard, effects: async () => (await heard()).effects }
  }

  /** Records the URLs of all analysis requests that any tab sends from now on. */
  function callsOf(context: BrowserContext): readonly string[] {
    const calls: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/requestLogAnalysis')) calls.push(request.url())
    })
    return calls
  }

  test('with three tabs open, only the tab that wrote an entry analyzes the entry and plays sound effects', async ({
    page,
    context,
  }) => {
    const dashboard = await automatic(page)
    const others = [await anotherTab(context), await anotherTab(context)]
    const before = await Promise.all(others.map((tab) => tab.effects()))
    const calls = callsOf(context)
    await dashboard.write('Contact made', 'FIELD')
    await expect(new Analysis(page, dashboard.card('Contact made')).panel).toBeVisible()
    for (const tab of others) {
      const analysis = new Analysis(tab.page, tab.dashboard.card('Contact made'))
      await expect(analysis.view).toBeVisible()
      await expect(analysis.error).toHaveCount(0)
    }
    expect(calls).toHaveLength(1)
    expect(await Promise.all(others.map((tab) => tab.effects()))).toEqual(before)
  })

  test('an analysis in one tab waits until a tab that runs another analysis closes', async ({ page, context }) => {
    const dashboard = await automatic(page)
    const other = await anotherTab(context)
    // Stubs `fetch`, so that the analysis request is never sent. A Playwright route could only delay the request, and
    // the browser would send the delayed request when the tab closes.
    await page.evaluate(() => {
      const { fetch } = globalThis
      globalThis.fetch = (input, options) =>
        typeof input === 'string' && input.endsWith('/requestLogAnalysis')
          ? new Promise(() => {})
          : fetch(input, options)
    })
    await dashboard.write('First', 'FIELD')
    await expect(new Analysis(page, dashboard.card('First')).analyze).toHaveText('Analyzing...')
    const calls = callsOf(context)
    await other.dashboard.write('Second', 'FIELD')
    const card = other.dashboard.card('Second')
    await expect(card).not.toContainText('queued')
    const analysis = new Analysis(other.page, card)
    await analysis.analyze.click()
    await expect(analysis.toast('Analysis already in progress')).toBeVisible()
    await expect(analysis.error).toHaveCount(0)
    expect(calls).toEqual([])
    await page.close()
    await expect(analysis.panel).toBeVisible()
    expect(calls).toHaveLength(1)
  })

  test('leaves suggestions with a confidence of 0.9 or less for the user to apply', async ({ page }) => {
    const dashboard = await automatic(page)
    await dashboard.write('Contact made', 'FIELD')
    const card = dashboard.card('Contact made')
    await expect(new Analysis(page, card).panel).toBeVisible()
    await expect(card.getByRole('list', { name: 'Tags' })).toBeHidden()
  })
})

test.describe('without AI', () => {
  test('removes all AI features from the app when the user turns off one switch', async ({ page }) => {
    const dashboard = await openJournal(page, analysisEntry({ suggestions: { confidence: 0.8 } }))
    await page.goto('/settings?tab=ai')
    await page.getByRole('switch', { name: 'AI', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Model' })).toBeHidden()
    await page.goto('/')
    await dashboard.showLogs()
    await dashboard.card('A signal').waitFor()
    await expect(page.getByRole('button', { name: /AI/ })).toHaveCount(0)
    await page.goto('/logs/one')
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await expect(page.getByRole('button', { name: /Analy|AI/ })).toHaveCount(0)
    await page.goto('/logs/new')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(page.getByText('EYES ONLY')).toBeHidden()
  })

  test('never analyzes an EYES ONLY entry', async ({ page }) => {
    const dashboard = await openJournal(page, analysisEntry())
    await dashboard.newEntry.click()
    const dialog = page.getByRole('dialog', { name: 'New Log Entry' })
    await dialog.getByLabel('Message').fill('Between us')
    await dialog.getByRole('checkbox', { name: /EYES ONLY/ }).check()
    await dialog.getByRole('button', { name: 'Submit Entry' }).click()
    const card = dashboard.card('Between us')
    await expect(card.getByText('EYES ONLY')).toBeVisible()
    await expect(new Analysis(page, card).analyze).toBeHidden()
    await card.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('checkbox', { name: /EYES ONLY/ }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(`${appUrl()}/`)
    await dashboard.showLogs()
    await expect(new Analysis(page, dashboard.card('Between us')).analyze).toBeVisible()
  })
})
