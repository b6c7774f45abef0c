import type { Locator, Page } from '@playwright/test'

/** Page object of the radio: the radio bar at the bottom, the radio strip in the top bar, and their panels. */
export class Radio {
  readonly bar: Locator
  readonly play: Locator
  readonly pause: Locator
  readonly status: Locator
  readonly error: Locator
  readonly volume: Locator
  readonly favorite: Locator
  readonly share: Locator
  readonly level: Locator
  readonly strip: Locator
  readonly stripStatus: Locator
  readonly musicButton: Locator
  readonly station: Panel
  readonly recent: Panel
  readonly sheet: Locator
  readonly stations: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('region', { name: 'Radio', exact: true })
    this.play = this.bar.getByRole('button', { name: 'Play radio' })
    this.pause = this.bar.getByRole('button', { name: 'Pause radio' })
    this.status = this.bar.locator('.player-station')
    this.error = this.bar.getByRole('alert')
    this.volume = this.bar.getByRole('slider', { name: 'Radio volume' })
    this.favorite = this.bar.getByRole('button', { name: /favorites$/ })
    this.share = this.bar.getByRole('button', { name: 'Share' })
    this.level = this.bar.locator('.vu')
    this.strip = page.getByRole('region', { name: 'Radio strip' })
    this.stripStatus = this.strip.locator('.strip-status')
    this.musicButton = this.strip.getByRole('button', { name: /background music/ })
    this.station = new Panel(page, this.bar, 'Station')
    this.recent = new Panel(page, this.bar, 'Recent')
    this.sheet = page.getByRole('dialog', { name: 'Radio' })
    this.stations = page.getByRole('dialog', { name: 'Stations' })
  }

  pick = (name: string): Locator => this.strip.getByRole('button', { name })

  /** Returns the element that shows the current song or, if no song is known, another text. */
  song = (): Locator => this.bar.locator('.player-song')

  /**
   * Injects a fault (`local/radio/faults.ts`) into an address of the local radio, until `removeFault` is called.
   * @param place the address, such as `streams/defcon`
   */
  async injectFault(place: string, fault: string, after = 1000): Promise<void> {
    await this.page.route(`**/${place}`, (route) =>
      route.continue({ url: `${route.request().url()}?fault=${fault}&after=${after}` }),
    )
  }

  async removeFault(place: string): Promise<void> {
    await this.page.unroute(`**/${place}`)
  }

  /** Records the audio elements that the page creates. Returns a function that reads their states. */
  async watch(): Promise<() => Promise<readonly AudioElementState[]>> {
    await this.page.addInitScript(() => {
      const made: HTMLAudioElement[] = []
      window.Audio = class extends Audio {
        constructor() {
          super()
          made.push(this)
        }
      }
      Object.assign(window, {
        readSounds: () =>
          made.map(({ src, paused, currentTime, volume, muted }) => ({ src, paused, currentTime, volume, muted })),
        pauseSounds: () => made.forEach((one) => one.pause()),
        resumeSounds: () => Promise.all(made.map((one) => one.play())),
      })
    })
    return () => this.page.evaluate('readSounds()')
  }

  /** Pauses and resumes all audio elements, as the operating system does. The test must call `watch` first. */
  readonly system = {
    pause: (): Promise<void> => this.page.evaluate('pauseSounds()'),
    resume: (): Promise<void> => this.page.evaluate('resumeSounds()'),
  }

  /**
   * Counts the page's music (sounds that loop) and effects (sounds that do not loop). Scripts of a test count as user
   * activation, so this method replaces `hasBeenActive` with a property that only pointer and keyboard events set.
   */
  async listen(): Promise<() => Promise<HeardAudio>> {
    await this.page.addInitScript(() => {
      let hasBeenActive = false
      for (const gesture of ['pointerdown', 'keydown'])
        window.addEventListener(gesture, () => (hasBeenActive = true), { capture: true, once: true })
      Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => hasBeenActive })
      const sounding = new Set<AudioBufferSourceNode>()
      const heard = { effects: 0, most: 0, starts: 0 }
      const { start, stop } = AudioBufferSourceNode.prototype
      AudioBufferSourceNode.prototype.start = function (...when) {
        if (this.loop) {
          sounding.add(this)
          heard.starts++
          heard.most = Math.max(heard.most, sounding.size)
        } else heard.effects++
        start.apply(this, when)
      }
      AudioBufferSourceNode.prototype.stop = function (...when) {
        sounding.delete(this)
        stop.apply(this, when)
      }
      Object.assign(window, { readHeard: () => ({ ...heard, music: sounding.size }) })
    })
    return () => this.page.evaluate('readHeard()')
  }
}

/** Page object of a panel that opens above the radio bar. */
class Panel {
  readonly button: Locator
  readonly body: Locator

  constructor(page: Page, bar: Locator, name: string) {
    this.button = bar.getByRole('button', { name, exact: true })
    this.body = page.locator(`#radio-${name.toLowerCase()}`)
  }

  async open(): Promise<void> {
    if (!(await this.body.isVisible())) await this.button.click()
    await this.body.waitFor()
  }
}

export type AudioElementState = {
  readonly src: string
  readonly paused: boolean
  readonly currentTime: number
  readonly volume: number
  readonly muted: boolean
}

export type HeardAudio = {
  /** The number of effects that the page has played. */
  readonly effects: number
  /**
   * `music`: pieces that play now. `most`: the maximum number of pieces at the same time. `starts`: how often a piece
   * started.
   */
  readonly music: number
  readonly most: number
  readonly starts: number
}
