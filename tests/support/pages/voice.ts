import type { Locator, Page } from '@playwright/test'
import { RECORDING_TEXT, VOICE_STRIP_TEXT } from '#domain/texts/voice.ts'

/** The transcription that the fake model returns for every recording. */
export const FAKE_TRANSCRIPTION = 'Patrol complete, no contacts.'

/** Page object of the voice assistant in the editor. */
export class Voice {
  readonly strip: Locator
  readonly start: Locator
  readonly stop: Locator
  readonly cancel: Locator
  readonly said: Locator
  readonly time: Locator
  /** The list of stored recordings in the editor. */
  readonly savedRecordings: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.strip = page.locator('.voice')
    this.start = page.getByRole('button', { name: VOICE_STRIP_TEXT.buttons.idle })
    this.stop = page.getByRole('button', { name: VOICE_STRIP_TEXT.buttons.listening })
    this.cancel = page.getByRole('button', { name: VOICE_STRIP_TEXT.cancelRecording })
    this.said = this.strip.getByRole('status')
    this.time = this.strip.getByRole('timer')
    this.savedRecordings = page.getByRole('group', { name: RECORDING_TEXT.title('') })
  }

  toast = (text: string): Locator => this.page.getByRole('region', { name: 'Notifications' }).getByText(text)

  recordingButton = (name: string): Locator => this.savedRecordings.getByRole('button', { name, exact: true })

  /** Starts a recording and waits until it has lasted this many seconds. Does not stop the recording. */
  async speak(seconds = 2): Promise<void> {
    await this.start.click()
    await this.hasListened(seconds)
  }

  /** Waits until the timer shows at least this many seconds. On a busy machine, the timer may skip a second. */
  hasListened = (seconds: number): Promise<void> =>
    this.time.filter({ hasText: new RegExp(`0:(?:0[${seconds}-9]|[1-5])|[12]:`) }).waitFor()

  /** Returns the height of the highest bar of the level meter, from 0 to 1. */
  loudest = (): Promise<number> =>
    this.strip
      .locator('.voice-levels i')
      .evaluateAll((bars) => Math.max(0, ...bars.map((bar) => Number(getComputedStyle(bar).scale.split(' ')[1] ?? 0))))

  /** Fakes the answer to every voice command until `restoreServer` is called. */
  async answer(status: number, body: object): Promise<void> {
    await this.page.route('**/processVoiceCommand', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json: body, headers: CORS }) : route.continue(),
    )
  }

  async restoreServer(): Promise<void> {
    await this.page.unrouteAll()
  }

  /** Records the duration and loudness of spoken answers. Sounds of up to one second are effects and are ignored. */
  async listen(): Promise<() => Promise<readonly SpokenSound[]>> {
    await this.page.addInitScript(() => {
      const heard: { seconds: number; loudness: number }[] = []
      const { start } = AudioBufferSourceNode.prototype
      AudioBufferSourceNode.prototype.start = function (...when) {
        if (!this.loop && this.buffer && this.buffer.duration > 1) {
          const wave = this.buffer.getChannelData(0)
          const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length
          heard.push({ seconds: this.buffer.duration, loudness: Math.sqrt(power) })
        }
        start.apply(this, when)
      }
      Object.assign(window, { readSaid: () => heard })
    })
    return () => this.page.evaluate('readSaid()')
  }

  /**
   * Decodes a sound in the browser, and returns its duration and loudness.
   * @param base64 the sound file in base64
   */
  measure = (base64: string): Promise<SpokenSound> =>
    this.page.evaluate(async (sound) => {
      const bytes = Uint8Array.from(atob(sound), (sign) => sign.charCodeAt(0))
      const buffer = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer)
      const wave = buffer.getChannelData(0)
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length
      return { seconds: buffer.duration, loudness: Math.sqrt(power) }
    }, base64)
}

export type SpokenSound = { readonly seconds: number; readonly loudness: number }

const CORS = { 'access-control-allow-origin': '*' }
