import type { Theme } from './themes.ts'

export type StationKey =
  | 'bassdrive'
  | 'rinse'
  | 'synphaera'
  | 'groovesalad'
  | 'defcon'
  | 'dronezone'
  | 'deepspaceone'
  | 'spacestation'
  | 'secretagent'
  | 'sonicuniverse'

export type Station = {
  readonly key: StationKey
  readonly name: string
  readonly description: string
  readonly genre: string
  readonly location: string
  readonly website: string
  /** Where its sound comes from, for one that is in no directory (specification §7). */
  readonly stream?: string
}

const somafm = (key: StationKey, name: string, genre: string, description: string): Station => ({
  key,
  name,
  description,
  genre,
  location: 'San Francisco, California',
  website: `https://somafm.com/${key}/`,
})

/** The ten stations of the specification. The key of one in the directory is its id there. */
export const STATIONS: readonly Station[] = [
  {
    key: 'bassdrive',
    name: 'Bassdrive',
    description: 'Drum and bass, mixed live around the clock by residents all over the world.',
    genre: 'Drum and bass',
    location: 'Worldwide',
    website: 'https://bassdrive.com/',
    stream: 'https://chi.bassdrive.co/stream',
  },
  {
    key: 'rinse',
    name: 'Rinse FM',
    description: 'Grime, garage, house and whatever comes next, from the studios of East London.',
    genre: 'Dance',
    location: 'London, United Kingdom',
    website: 'https://rinse.fm/',
    stream: 'https://admin.stream.rinse.fm/proxy/rinse_uk/stream',
  },
  somafm('synphaera', 'Synphaera Radio', 'Ambient, electronic', 'A label of space ambient plays its catalogue.'),
  somafm('groovesalad', 'Groove Salad', 'Ambient, electronic', 'Downtempo beats and ambient grooves for a long shift.'),
  somafm('defcon', 'DEF CON Radio', 'Electronic', 'What one listens to while taking systems apart.'),
  somafm('dronezone', 'Drone Zone', 'Ambient', 'Textures without a beat that hardly move at all.'),
  somafm('deepspaceone', 'Deep Space One', 'Ambient', 'Experiments for the long way out.'),
  somafm('spacestation', 'Space Station Soma', 'Electronic', 'Spaced-out electronica at a walking pace.'),
  somafm('secretagent', 'Secret Agent', 'Lounge', 'A soundtrack for a stylish and dangerous life.'),
  somafm('sonicuniverse', 'Sonic Universe', 'Jazz', 'Jazz that goes further than it used to.'),
]

/** What plays in a theme while nobody has chosen otherwise (specification §9; for the first three our own choice). */
export const THEME_STATIONS: { readonly [theme in Theme]: StationKey } = {
  lgs: 'groovesalad',
  camo: 'groovesalad',
  mgs: 'groovesalad',
  desertops: 'defcon',
  nightops: 'secretagent',
  jungleops: 'bassdrive',
  arcticops: 'dronezone',
  urbanops: 'synphaera',
}

const byKey = new Map(STATIONS.map((station) => [station.key, station]))

/** Every key has its station. */
export function stationOf(key: StationKey): Station {
  const station = byKey.get(key)
  if (!station) throw new Error(`There is no station ${key}.`)
  return station
}

/** The stations that are meant by the beginning of a key or by a part of a name. */
export const stationsCalled = (typed: string): readonly Station[] =>
  STATIONS.filter(({ key, name }) => key.startsWith(typed) || name.toLowerCase().includes(typed))
