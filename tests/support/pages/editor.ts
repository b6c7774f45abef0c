import { expect, type Locator, type Page } from '@playwright/test'
import { COMMON_TEXT } from '#domain/texts/common.ts'
import { DRAFT_TEXT } from '#domain/texts/drafts.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'

/** Page object of the editor of an entry, which is in a dialog or on its own page. */
export class Editor {
  readonly text: Locator
  readonly toolbar: Locator
  readonly preview: Locator
  readonly goal: Locator
  readonly tag: Locator
  readonly goals: Locator
  readonly tags: Locator
  readonly submit: Locator
  /** The button that discards the text in the dialog. */
  readonly discard: Locator
  readonly error: Locator
  readonly question: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.text = page.getByRole('textbox', { name: /^(?:Message|Content)$/ })
    this.toolbar = page.getByRole('toolbar', { name: EDITOR_TEXT.toolbar })
    this.preview = page.getByRole('region', { name: EDITOR_TEXT.preview })
    this.goal = page.getByRole('combobox', { name: EDITOR_TEXT.goals })
    this.tag = page.getByRole('combobox', { name: EDITOR_TEXT.tags })
    this.goals = page.getByRole('list', { name: EDITOR_TEXT.goalList }).getByRole('listitem')
    this.tags = page.getByRole('list', { name: EDITOR_TEXT.tagList }).getByRole('listitem').filter({ hasNot: this.tag })
    this.submit = page.getByRole('button', { name: /^(?:Submit Entry|Save)$/ })
    this.discard = page.getByRole('dialog').getByRole('button', { name: COMMON_TEXT.discard, exact: true })
    this.error = page.locator('.error-text')
    this.question = page.getByRole('alertdialog')
  }

  /** Opens the dialog for a new entry from the dashboard, and waits until the text field has the focus. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'New Entry', exact: true }).click()
    await expect(this.text).toBeFocused()
  }

  tool = (name: string): Locator => this.toolbar.getByRole('button', { name, exact: true })

  answer = (name: string): Promise<void> => this.question.getByRole('button', { name, exact: true }).click()

  async select(words: string): Promise<void> {
    await this.text.evaluate((field: HTMLTextAreaElement, wanted) => {
      const from = field.value.indexOf(wanted)
      field.focus()
      field.setSelectionRange(from, from + wanted.length)
    }, words)
  }

  /** Pastes by dispatching the events that the browser dispatches. Does not use the system clipboard. */
  async paste(text: string): Promise<void> {
    await this.text.evaluate((field: HTMLTextAreaElement, pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      field.focus()
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      if (field.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
    }, text)
  }

  /** Pastes or drops a file, optionally with a text. Inserts the text, as the browser would do. */
  async pasteOrDrop(
    how: 'paste' | 'drop',
    given: { readonly picture?: boolean; readonly name?: string; readonly text?: string },
  ): Promise<void> {
    await this.text.evaluate(
      (field: HTMLTextAreaElement, { how: type, picture, name = 'image.png', text }) => {
        const data = new DataTransfer()
        data.items.add(new File(['x'], name, picture ? { type: 'image/png' } : {}))
        if (text !== undefined) data.setData('text/plain', text)
        field.focus()
        const about = { bubbles: true, cancelable: true }
        const event =
          type === 'paste'
            ? new ClipboardEvent(type, { ...about, clipboardData: data })
            : new DragEvent(type, { ...about, dataTransfer: data })
        if (field.dispatchEvent(event) && text !== undefined) document.execCommand('insertText', false, text)
      },
      { how, ...given },
    )
  }

  /** Returns the button with the number of drafts that the dashboard or the dialog offers. */
  draftsButton = (): Locator => this.page.getByRole('button', { name: /^\d+ drafts?$/ })

  /** Returns the drafts that the dashboard or the dialog offers, while they are shown. */
  drafts = (): Locator => this.page.getByRole('group', { name: DRAFT_TEXT.draftOf('') })

  /** Shows the goals and the tags on a phone. On a wide screen, they are always visible. */
  async showDetails(): Promise<void> {
    const button = this.page.getByRole('button', { name: EDITOR_TEXT.details })
    if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click()
  }

  /** Shows the drafts. */
  async showDrafts(): Promise<void> {
    if ((await this.draftsButton().getAttribute('aria-expanded')) !== 'true') await this.draftsButton().click()
  }
}
