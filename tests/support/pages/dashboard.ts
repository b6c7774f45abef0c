import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

export class Dashboard {
  readonly count: Locator
  readonly cards: Locator
  readonly panel: Locator
  readonly viewLogs: Locator
  readonly newEntry: Locator
  readonly search: Locator
  readonly levels: Locator
  readonly weeks: Locator
  readonly deleted: Locator
  readonly entriesBar: Locator
  readonly foot: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.panel = page.getByRole('region', { name: 'Operation Logs' })
    this.count = page.getByTestId('log-count')
    this.cards = this.panel.getByRole('article')
    this.viewLogs = page.getByRole('button', { name: 'View Logs' })
    this.search = page.getByRole('searchbox', { name: 'Search' })
    this.levels = this.panel.getByRole('group', { name: 'Level' })
    this.weeks = this.panel.getByRole('group', { name: /^Entries by (?:day|week)$/ })
    this.deleted = this.panel.getByRole('button', { name: 'Deleted' })
    this.entriesBar = page.getByRole('meter', { name: 'Entries' })
    this.foot = page.getByRole('contentinfo')
    this.newEntry = page.getByRole('button', { name: 'New Entry', exact: true })
  }

  card = (text: string): Locator => this.cards.filter({ hasText: text })

  /** Returns the visible part of the text of a card. */
  excerpt = (text: string): Locator => this.card(text).locator('.prose')

  async showLogs(): Promise<void> {
    await this.page.locator('#root:not([data-shell])').waitFor({ state: 'attached' })
    const remembered = await this.page.evaluate(() => {
      try {
        const storage = sessionStorage.getItem('sharedDevice') === null ? localStorage : sessionStorage
        return storage.getItem('logsShown') ?? 'false'
      } catch {
        // Storage is blocked.
        return undefined
      }
    })
    // Right after hydration, the button does not show the state that the device remembers yet.
    if (remembered) await expect(this.viewLogs).toHaveAttribute('aria-pressed', remembered)
    if ((await this.viewLogs.getAttribute('aria-pressed')) !== 'true') await this.viewLogs.click()
  }

  /** Shows the levels and the weeks on a phone. On a wide screen, they are always visible. */
  async showFilters(): Promise<void> {
    await this.search.waitFor()
    const button = this.panel.getByRole('button', { name: 'Filters' })
    if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click()
  }

  async write(text: string, level: string): Promise<void> {
    await this.newEntry.click()
    const dialog = this.page.getByRole('dialog', { name: 'New Log Entry' })
    await dialog.getByRole('radio', { name: level, exact: true }).check({ force: true })
    await dialog.getByLabel('Message').fill(text)
    await dialog.getByRole('button', { name: 'Submit Entry' }).click()
    // Waits until the dialog is closed, because a script, unlike a user, could click elements behind the dialog.
    await dialog.waitFor({ state: 'detached' })
  }

  /** Deletes an entry from the list and confirms the deletion. */
  async remove(card: Locator): Promise<void> {
    await card.getByRole('button', { name: 'Delete', exact: true }).click()
    await this.page.getByRole('alertdialog', { name: 'Delete log' }).getByRole('button', { name: 'Delete' }).click()
  }

  /** Deletes all entries and confirms the deletion twice. */
  async deleteAll(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Delete All' }).click()
    const question = this.page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete All' }).click()
    await expect(question).toContainText('FINAL WARNING')
    await question.getByRole('button', { name: 'Delete All' }).click()
  }

  /** @param timeout the longest time until the download starts, in milliseconds; 0 for no limit */
  async exportText(timeout = 0): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download', { timeout }),
      this.panel.getByRole('button', { name: 'Export' }).click(),
    ])
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }

  /** Formats the time of an entry as in a text export, such as `2026/11/20 12:20`. */
  async stampOf(text: string): Promise<string> {
    const iso = await this.card(text).locator('time').getAttribute('datetime')
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Berlin' })
        .formatToParts(new Date(iso ?? ''))
        .map(({ type, value }) => [type, value]),
    )
    return `${parts['year']}/${parts['month']}/${parts['day']} ${parts['hour']}:${parts['minute']}`
  }

  async logOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Logout' }).click()
  }
}
