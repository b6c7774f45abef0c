import type { Locator, Page } from '@playwright/test'

export type Tab = 'General' | 'Frequency' | 'AI Settings' | 'Account'

export class Settings {
  readonly page: Page
  readonly menu: Locator
  readonly entry: Locator
  readonly digits: Locator
  readonly error: Locator

  constructor(page: Page) {
    this.page = page
    this.menu = page.getByRole('navigation', { name: 'Settings' })
    this.entry = page.getByRole('textbox', { name: 'Frequency in MHz' })
    this.digits = page.getByRole('slider', { name: 'Frequency' })
    this.error = page.getByRole('region', { name: 'Operational frequency' }).getByRole('alert')
  }

  open = (tab: 'general' | 'frequency' | 'ai' | 'account') => this.page.goto(`/settings?tab=${tab}`)
  choose = (tab: Tab) => this.menu.getByRole('link', { name: tab }).click()
  slider = (name: string): Locator => this.page.getByRole('slider', { name })
  model = (name: 'Fast' | 'Powerful'): Locator => this.page.getByRole('radio', { name: new RegExp(`^${name}`) })
  flag = (name: string): Locator => this.page.getByRole('switch', { name })
  theme = (name: string): Locator => this.page.getByRole('radio', { name: new RegExp(`^${name}`) })
  step = (name: string): Locator => this.page.getByRole('button', { name, exact: true })
  preset = (name: string): Locator =>
    this.page.getByRole('region', { name: 'Presets' }).getByRole('button', { name: new RegExp(name, 'i') })
  station = (theme: string): Locator => this.page.getByRole('combobox', { name: `Station of ${theme}` })

  async type(frequency: string): Promise<void> {
    await this.entry.fill(frequency)
    await this.page.getByRole('button', { name: 'Tune', exact: true }).click()
  }
}
