import { expect, type Locator, type Page } from '@playwright/test'
import { PALETTE_TEXT } from '#domain/texts/palette.ts'

/** Page object of the command palette. */
export class Palette {
  readonly line: Locator
  readonly suggestions: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    const dialog = page.getByRole('dialog', { name: PALETTE_TEXT.title })
    this.line = dialog.getByRole('combobox')
    this.suggestions = dialog.getByRole('option')
  }

  async open(key: ':' | 'Control+k'): Promise<void> {
    // Waits for hydration, because prerendered markup does not handle keys.
    await expect(this.page.locator('[data-shell]')).toHaveCount(0)
    await this.page.keyboard.press(key)
    await expect(this.line).toBeFocused()
  }

  /** Opens the palette and runs a command. */
  async run(command: string): Promise<void> {
    await this.open(':')
    await this.line.fill(command)
    await this.page.keyboard.press('Enter')
    await expect(this.line).toBeHidden()
  }
}
