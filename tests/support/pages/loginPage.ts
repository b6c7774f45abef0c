import type { Locator, Page } from '@playwright/test'

export class LoginPage {
  readonly email: Locator
  readonly password: Locator
  readonly submit: Locator
  readonly error: Locator
  readonly shared: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.email = page.getByLabel('Email')
    this.password = page.getByLabel('Password')
    this.submit = page.locator('button[type=submit]')
    this.shared = page.getByRole('checkbox', { name: 'Shared device' })
    // A dismissed toast stays in the document during its exit animation.
    this.error = page.locator('.toast:not([data-leaving])').and(page.getByRole('alert'))
  }

  open = (search = '') => this.#page.goto(`/login${search}`)

  async choose(mode: 'Sign In' | 'Create Account'): Promise<void> {
    await this.#page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: mode }).click()
  }

  async fill(email: string, password: string): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.submit.click()
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.choose('Sign In')
    await this.fill(email, password)
  }

  async createAccount(email: string, password: string): Promise<void> {
    await this.choose('Create Account')
    await this.fill(email, password)
  }
}
