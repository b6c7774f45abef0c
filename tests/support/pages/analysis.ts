import type { Locator, Page } from '@playwright/test'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import { SUGGESTION_TEXT } from '#domain/texts/suggestions.ts'

/** Page object of the analysis of an entry and its suggestions, in the row of the entry or on its page. */
export class Analysis {
  readonly panel: Locator
  readonly meter: Locator
  readonly apply: Locator
  readonly dismiss: Locator
  readonly view: Locator
  readonly analyze: Locator
  readonly error: Locator
  readonly page: Page

  /** @param where the row of the entry in the list; by default, the whole page, for a page that shows one entry */
  constructor(page: Page, where: Locator | Page = page) {
    this.page = page
    this.panel = where.getByRole('region', { name: ANALYSIS_TEXT.title })
    this.meter = this.panel.getByRole('meter', { name: 'Confidence' })
    this.apply = this.panel.getByRole('button', { name: SUGGESTION_TEXT.apply })
    this.dismiss = this.panel.getByRole('button', { name: SUGGESTION_TEXT.dismiss, exact: true })
    this.view = where.getByRole('button', { name: /^(?:View|Show) AI Suggestions/ })
    this.analyze = where.getByRole('button', { name: /^(?:AI Analysis|Analyze|Analyzing\.\.\.)$/ })
    this.error = where.locator('.error-text')
  }

  /** Returns the button that applies the single suggestion with this name. */
  suggestionButton = (name: string): Locator => this.panel.getByRole('button', { name, exact: true })

  toast = (text: string): Locator => this.page.getByRole('region', { name: 'Notifications' }).getByText(text)
}
