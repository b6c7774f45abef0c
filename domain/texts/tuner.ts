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
