/** The tuning scale, 88 to 135 MHz (specification §4). */
export const SCALE = { low: 88, high: 135 } as const

export const DEFAULT_FREQUENCY = 112.4

/** A preset is in force from its frequency up to the next one. */
export const PRESETS = [
  { frequency: 88, name: 'STEALTH' },
  { frequency: 91.5, name: 'RECON' },
  { frequency: 100.1, name: 'TACTICAL' },
  { frequency: 112.4, name: 'COMBAT' },
  { frequency: 120.8, name: 'SUPPORT' },
  { frequency: 130.2, name: 'COMMAND' },
] as const

/** Bands end at `to`, which still belongs to them. */
export const BANDS = [
  { from: 88, to: 95, name: 'DESERT' },
  { from: 95, to: 105, name: 'NIGHT' },
  { from: 105, to: 115, name: 'JUNGLE' },
  { from: 115, to: 125, name: 'ARCTIC' },
  { from: 125, to: 135, name: 'URBAN' },
] as const
