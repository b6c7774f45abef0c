import type { Theme } from '#domain/dial/themes.ts'

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
  // In no list: it is played by its name.
  | 'test'

export type Station = {
  readonly key: StationKey
  readonly name: string
  readonly description: string
  readonly genre: string
  readonly location: string
  /** A path is the app's own, here and in the next. */
  readonly website: string
  /** Where its sound comes from, for one that is in no directory (specification §7). */
  readonly stream?: string
  /** It ends, and begins again. */
  readonly loop?: boolean
  /** Whether pages may look into its sound, so that a level can be shown. */
  readonly cors: boolean
}

const somafmStation = (key: StationKey, name: string, genre: string, description: string): Station => ({
  key,
  name,
  description,
  genre,
  location: 'San Francisco, California',
  website: `https://somafm.com/${key}/`,
  cors: true,
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
    cors: true,
  },
  {
    key: 'rinse',
    name: 'Rinse FM',
    description: 'Grime, garage, house and whatever comes next, from the studios of East London.',
    genre: 'Dance',
    location: 'London, United Kingdom',
    website: 'https://rinse.fm/',
    stream: 'https://admin.stream.rinse.fm/proxy/rinse_uk/stream',
    cors: false,
  },
  somafmStation('synphaera', 'Synphaera Radio', 'Ambient, electronic', 'A label of space ambient plays its catalogue.'),
  somafmStation(
    'groovesalad',
    'Groove Salad',
    'Ambient, electronic',
    'Downtempo beats and ambient grooves for a long shift.',
  ),
  somafmStation(
    'defcon',
    'DEF CON Radio',
    'Electronic',
    'What one listens to while taking systems apart: music from the rooms, parties and hallways of the largest hacker conference, chosen all year round by the people who play there.',
  ),
  somafmStation('dronezone', 'Drone Zone', 'Ambient', 'Textures without a beat that hardly move at all.'),
  somafmStation('deepspaceone', 'Deep Space One', 'Ambient', 'Experiments for the long way out.'),
  somafmStation('spacestation', 'Space Station Soma', 'Electronic', 'Spaced-out electronica at a walking pace.'),
  somafmStation('secretagent', 'Secret Agent', 'Lounge', 'A soundtrack for a stylish and dangerous life.'),
  somafmStation('sonicuniverse', 'Sonic Universe', 'Jazz', 'Jazz that goes further than it used to.'),
]

/** The third of the fixed addresses (specification §7): the app's own, by which one hears whether anything is to be heard. */
const TEST_SIGNAL: Station = {
  key: 'test',
  name: 'Test signal',
  description: 'Music of this app, without a network. Whoever hears it has sound.',
  genre: 'Test',
  location: 'This app',
  website: '/',
  stream: '/sounds/main.mp3',
  loop: true,
  cors: true,
}

export type ThemeStations = { readonly [theme in Theme]: StationKey }

/** What plays in a theme while nobody has chosen otherwise (specification §9; for the first three our own choice). */
export const THEME_STATIONS: ThemeStations = {
  lgs: 'groovesalad',
  camo: 'bassdrive',
  mgs: 'secretagent',
  desertops: 'defcon',
  nightops: 'secretagent',
  jungleops: 'bassdrive',
  arcticops: 'dronezone',
  urbanops: 'synphaera',
}

/** What a stored map without a station for the jungle has there (specification §9, the third reading). */
const STORED_JUNGLE_FALLBACK: StationKey = 'groovesalad'

/**
 * Reads a stored map, a browser's text or a database's object: what is not a station in it has the built-in one. What is
 * no map at all gives undefined.
 */
export function parseThemeStations(stored: unknown): ThemeStations | undefined {
  const map = toMap(stored)
  if (!map) return undefined
  const builtIn = { ...THEME_STATIONS, jungleops: STORED_JUNGLE_FALLBACK }
  const stationFor = (theme: Theme): StationKey =>
    STATIONS.find(({ key }) => key === map.get(theme))?.key ?? builtIn[theme]
  return {
    lgs: stationFor('lgs'),
    camo: stationFor('camo'),
    mgs: stationFor('mgs'),
    desertops: stationFor('desertops'),
    nightops: stationFor('nightops'),
    jungleops: stationFor('jungleops'),
    arcticops: stationFor('arcticops'),
    urbanops: stationFor('urbanops'),
  }
}

function toMap(stored: unknown): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : undefined
  } catch {
    return undefined
  }
}

/** The two that the top bar offers (specification §1). */
export const QUICK_PICKS: readonly StationKey[] = ['synphaera', 'groovesalad']

/** The one after a station, around the catalogue: what a headset's key for the next one means. */
export function nextStation(key: StationKey, steps = 1): StationKey {
  const at = STATIONS.findIndex((station) => station.key === key)
  return STATIONS.at((at + steps) % STATIONS.length)?.key ?? key
}

const byKey = new Map([...STATIONS, TEST_SIGNAL].map((station) => [station.key, station]))

/** Every key has its station. */
export function stationOf(key: StationKey): Station {
  const station = byKey.get(key)
  if (!station) throw new Error(`There is no station ${key}.`)
  return station
}

/** The stations that are meant by the beginning of a key or by a part of a name. */
export const findStationsByName = (typed: string): readonly Station[] =>
  [...STATIONS, TEST_SIGNAL].filter(({ key, name }) => key.startsWith(typed) || name.toLowerCase().includes(typed))

/** The stations with all these words in what is told of them, in any case. */
export function searchStations(typed: string): readonly Station[] {
  const words = typed.toLowerCase().split(/\s+/)
  return STATIONS.filter(({ key, name, description, genre, location }) => {
    const searchable = [key, name, description, genre, location].join(' ').toLowerCase()
    return words.every((word) => searchable.includes(word))
  })
}

/** A description that is longer scrolls in its place (specification §2). */
export const LONG_DESCRIPTION_CHARACTERS = 120
