import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

type Chosen = { readonly name: string; readonly text?: string; readonly data?: Buffer }

/** Export and import. */
export class Archive {
  readonly report: Locator
  readonly faults: Locator
  /** What is added otherwise than the files have it. */
  readonly changes: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.report = page.getByRole('region', { name: 'Import', exact: true })
    this.changes = page.getByRole('list', { name: 'What is changed' }).getByRole('listitem')
    this.faults = page.getByRole('list', { name: 'What cannot be imported' }).getByRole('listitem')
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true })

  open = (): Promise<void> => this.button('Archive').click()

  async exportAs(
    format: 'JSON' | 'Markdown files' | 'One text',
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
}
