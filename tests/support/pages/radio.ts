import type { Locator, Page } from '@playwright/test'

/** The radio's bar at the foot of the screen. */
export class Radio {
  readonly bar: Locator
  readonly play: Locator
  readonly pause: Locator
  readonly status: Locator
  readonly fault: Locator
  readonly volume: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('region', { name: 'Radio' })
    this.play = this.bar.getByRole('button', { name: 'Play radio' })
    this.pause = this.bar.getByRole('button', { name: 'Pause radio' })
    this.status = this.bar.getByRole('status')
    this.fault = this.bar.getByRole('alert')
    this.volume = this.bar.getByRole('slider', { name: 'Radio volume' })
  }

  /** Counts the audio elements that the page makes, and gives a way to look at what they do. */
  async watch(): Promise<() => Promise<readonly Sound[]>> {
    await this.page.addInitScript(() => {
      const made: HTMLAudioElement[] = []
      window.Audio = class extends Audio {
        constructor() {
          super()
          made.push(this)
        }
      }
      Object.assign(window, {
        readSounds: () => made.map(({ src, paused, currentTime, volume }) => ({ src, paused, currentTime, volume })),
      })
    })
    return () => this.page.evaluate('readSounds()')
  }
}

export type Sound = {
  readonly src: string
  readonly paused: boolean
  readonly currentTime: number
  readonly volume: number
}
