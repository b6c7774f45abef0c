import type { CDPSession, Page } from '@playwright/test'

const CONTROL = 2
const COMPOSED = 229

type Press = {
  /** What the layout has on the key. */
  readonly key: string
  /** Where the key is. */
  readonly code: string
  readonly control?: boolean
  /** Whether an input method takes the key. */
  readonly composed?: boolean
}

/** A keyboard of any layout, and an input method: Playwright's own has the layout of the United States. */
export class Keyboard {
  readonly #session: CDPSession

  static of = async (page: Page): Promise<Keyboard> => new Keyboard(await page.context().newCDPSession(page))

  private constructor(session: CDPSession) {
    this.#session = session
  }

  async press({ key, code, control = false, composed = false }: Press): Promise<void> {
    const types = key.length === 1 && !control
    const about = {
      key: composed ? 'Process' : key,
      code,
      windowsVirtualKeyCode: composed ? COMPOSED : 0,
      modifiers: control ? CONTROL : 0,
      ...(types ? { text: key } : {}),
    }
    await this.#session.send('Input.dispatchKeyEvent', { type: types ? 'keyDown' : 'rawKeyDown', ...about })
    await this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...about })
  }

  /** Shows what is composed so far, one text after the other. */
  async compose(texts: readonly string[]): Promise<void> {
    for (const text of texts)
      await this.#session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
  }

  /** Ends the composition with a text. */
  commit = (text: string) => this.#session.send('Input.insertText', { text })
}
