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
  // Lists hide this station. Searches and commands still find it by its name.
  | 'test'

export type Station = {
  readonly key: StationKey
  readonly name: string
  readonly description: string
  readonly genre: string
  readonly location: string
  /** The website of the station: a URL, or a path of this app. */
  readonly website: string
  /** URL of the stream, or a path of this app. Only for stations that are not in the directory (specification §7). */
  readonly stream?: string
  /** Whether the audio has an end and repeats. */
  readonly loop?: boolean
  /** Whether the stream allows CORS, which the level meter needs to read the audio. */
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

/** The ten stations of the specification. The key of a directory station is its channel id. */
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
  somafmStation('synphaera', 'Synphaera Radio', 'Ambient, electronic', 'A space-ambient label plays its catalog.'),
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
    'The soundtrack for taking systems apart: music from the rooms, parties and hallways of the largest hacker conference, chosen all year round by the people who play there.',
  ),
  somafmStation('dronezone', 'Drone Zone', 'Ambient', 'Textures without a beat that hardly move at all.'),
  somafmStation('deepspaceone', 'Deep Space One', 'Ambient', 'Experiments for the long way out.'),
  somafmStation('spacestation', 'Space Station Soma', 'Electronic', 'Spaced-out electronica at a walking pace.'),
  somafmStation('secretagent', 'Secret Agent', 'Lounge', 'A soundtrack for a stylish and dangerous life.'),
  somafmStation('sonicuniverse', 'Sonic Universe', 'Jazz', 'Jazz that goes further than it used to.'),
]

/** The third fixed address of the specification (§7): a local file to check the audio output. */
const TEST_SIGNAL: Station = {
  key: 'test',
  name: 'Test signal',
  description: 'Music of this app, without a network. If you hear it, your sound works.',
  genre: 'Test',
  location: 'This app',
  website: '/',
  stream: '/sounds/main.mp3',
  loop: true,
  cors: true,
}

export type ThemeStations = { readonly [theme in Theme]: StationKey }

/** Default stations of the themes (specification §9; the first three are not specified). */
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

/**
 * The station of the jungle theme for stored settings that do not contain one. The specification (§9) is ambiguous
 * here; see `docs/decisions/names-and-readings.md`.
 */
const STORED_JUNGLE_FALLBACK: StationKey = 'groovesalad'

/**
 * Parses a stored map, either JSON text or an object. Missing or invalid stations become defaults. Returns undefined if
 * the value is not a map.
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

/** Stations offered in the top bar (specification §1). */
export const QUICK_PICKS: readonly StationKey[] = ['synphaera', 'groovesalad']

/**
 * Returns the station that is `steps` stations further in the list, wrapping around. The media keys use this function.
 */
export function nextStation(key: StationKey, steps = 1): StationKey {
  const at = STATIONS.findIndex((station) => station.key === key)
  return STATIONS.at((at + steps) % STATIONS.length)?.key ?? key
}

const byKey = new Map([...STATIONS, TEST_SIGNAL].map((station) => [station.key, station]))

/** Returns the station of a key. */
export function stationOf(key: StationKey): Station {
  const station = byKey.get(key)
  if (!station) throw new Error(`There is no station ${key}.`)
  return station
}

/** Returns stations whose key starts with a text or whose name contains it. */
export const findStationsByName = (typed: string): readonly Station[] =>
  [...STATIONS, TEST_SIGNAL].filter(({ key, name }) => key.startsWith(typed) || name.toLowerCase().includes(typed))

/** Returns stations whose data contains all words of a query, ignoring case. */
export function searchStations(typed: string): readonly Station[] {
  const words = typed.toLowerCase().split(/\s+/)
  return STATIONS.filter(({ key, name, description, genre, location }) => {
    const searchable = [key, name, description, genre, location].join(' ').toLowerCase()
    return words.every((word) => searchable.includes(word))
  })
}

/** A longer description scrolls (specification §2). */
export const LONG_DESCRIPTION_CHARACTERS = 120
