import { RADIO_TEXT } from './messages.ts'

/** A station of the directory is wanted where no directory is configured. */
export class StationNotConfigured extends Error {
  constructor() {
    super(RADIO_TEXT.notConfigured)
    this.name = 'StationNotConfigured'
  }
}
