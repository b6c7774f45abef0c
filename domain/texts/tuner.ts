/** Texts of the frequency settings. */
export const TUNER_TEXT = {
  title: 'Operational frequency',
  presets: 'Presets',
  fineTune: 'Fine tune',
  direct: 'Set directly',
  field: 'Frequency in MHz',
  range: (low: string, high: string, step: number) => `${low} to ${high} MHz, step ${step}`,
  invalid: (low: string, high: string) => `Enter a frequency from ${low} to ${high} MHz.`,
  down: (megahertz: number) => `Down ${megahertz} MHz`,
  up: (megahertz: number) => `Up ${megahertz} MHz`,
} as const
/** Texts of the settings for the stations of themes. */
export const BAND_SETTINGS_TEXT = {
  title: 'Bands',
  hint: 'The dial picks the theme; the theme picks the station.',
  notSynced: 'Saved on this device only: the server did not accept the change.',
  notOnDial: 'Not on the dial',
  stationOf: (theme: string) => `Station of ${theme}`,
} as const
