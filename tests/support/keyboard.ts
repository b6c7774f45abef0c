import type { CDPSession, Page } from '@playwright/test'

const CONTROL = 2
const COMPOSED = 229

type Press = {
  /** The character that the key types in the tested keyboard layout, or the name of the key. */
  readonly key: string
  /** The physical key, named as in `KeyboardEvent.code`. */
  readonly code: string
  readonly control?: boolean
  /** Whether an input method handles the key. */
  readonly composed?: boolean
}

/** Simulates a keyboard with any layout, and an input method. Playwright's own keyboard has only the US layout. */
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

  /** Starts a composition and shows these intermediate texts one after another. */
  async compose(texts: readonly string[]): Promise<void> {
    for (const text of texts)
      await this.#session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
  }

  /** Ends the composition by inserting its final text. */
  commit = (text: string) => this.#session.send('Input.insertText', { text })
}
