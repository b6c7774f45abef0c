import type { BandName } from './frequency.ts'

/** Description of each band. */
export const BAND_TEXT: { readonly [Name in BandName]: string } = {
  desert: 'Open-country band. Dry air, long sight lines, and dust on everything.',
  night: 'Low-light band. Red lamps, short words, most of them after dark.',
  jungle: 'Canopy band. Wet air, short reach, and always something nearby.',
  arctic: 'Cold-weather band. Clean air, long reach, very little traffic.',
  urban: 'Street band. Close walls, many stations, never quite silent.',
}
