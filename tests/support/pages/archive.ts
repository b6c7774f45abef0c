import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

type Chosen = { readonly name: string; readonly text?: string; readonly data?: Buffer }

/** Page object of the archive view, with export and import. */
export class Archive {
  readonly report: Locator
  readonly errors: Locator
  /** The notes about entries that are changed when they are imported. */
  readonly changes: Locator
  /** The items of the preview of the entries to import. */
  readonly previewed: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.previewed = page.getByRole('list', { name: 'Preview', exact: true }).getByRole('listitem')
    this.report = page.getByRole('region', { name: 'Import', exact: true })
    this.changes = page.getByRole('list', { name: 'Changes', exact: true }).getByRole('listitem')
    this.errors = page.getByRole('list', { name: 'Not imported' }).getByRole('listitem')
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true })

  open = (): Promise<void> => this.button('Archive').click()

  async exportAs(
    format: 'JSON' | 'Markdown files' | 'Single file',
  ): Promise<{ name: string; data: Buffer; text: string }> {
    await this.page.getByRole('radio', { name: new RegExp(`^${format}`) }).check()
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.button('Save file').click()])
    const data = readFileSync(await download.path())
    return { name: download.suggestedFilename(), data, text: data.toString() }
  }

  choose = (files: readonly Chosen[]): Promise<void> =>
    this.page.getByLabel('Files to import').setInputFiles(
      files.map(({ name, text = '', data }) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: data ?? Buffer.from(text),
      })),
    )

  /** Chooses a text file whose modification time is `later` milliseconds after the device's current time. */
  chooseSavedLater = (name: string, text: string, later: number): Promise<void> =>
    this.page.getByLabel('Files to import').evaluate(
      (input, about) => {
        if (!(input instanceof HTMLInputElement)) throw new Error('It is no file input.')
        const files = new DataTransfer()
        files.items.add(new File([about.text], about.name, { lastModified: Date.now() + about.later }))
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      { name, text, later },
    )
}
