import type { CDPSession, Page } from '@playwright/test'

const CONTROL = 2
const COMPOSED = 229

type Press = {
  /** The character on this key in the layout. */
  readonly key: string
  /** The physical position of the key. */
  readonly code: string
  readonly control?: boolean
  /** Whether an input method handles the key. */
  readonly composed?: boolean
}

/** A keyboard with any layout and an input method. Playwright's keyboard has the US layout only. */
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

  /** Shows the intermediate texts of a composition in order. */
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
