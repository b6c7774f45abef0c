/** A song in the format of the public service. `date` is the start of the song in seconds since 1970, as text. */
export type ListedSong = {
  readonly title: string
  readonly artist: string
  readonly album: string
  readonly albumart: string
  readonly date: string
}

/** The number of songs in a list. */
const LISTED = 20
/** The lengths of the shortest and the longest song, in seconds. */
const [SHORTEST, LONGEST] = [150, 330]

/**
 * The invented songs of each station: artist, album and titles. The program of a station repeats after the last song.
 */
const ALBUMS: {
  readonly [station: string]: readonly (readonly [artist: string, album: string, ...titles: string[]])[]
} = {
  bassdrive: [
    ['Kessler & Vane', 'Northbound', 'Half Past Cover', 'Sodium Lights', 'Last Relay'],
    ['Ostrava Unit', 'Rolling Stock', 'Coal Smoke', 'Turnout', 'Six Axles'],
    ['Maro', 'Undertow', 'Shelf Break', 'Longshore'],
  ],
  rinse: [
    ['Dalston Lock', 'Night Bus', 'N38', 'Top Deck', 'Request Stop'],
    ['Sable Crew', 'Wet Tarmac', 'Two Step Back', 'Ringway'],
    ['Ines Okoro', 'Front Room', 'Kettle', 'Radiator', 'Second Floor'],
  ],
  synphaera: [
    ['Halden Reach', 'Parallax', 'Slow Ascent', 'Periapsis', 'Blue Limb'],
    ['Meridian Choir', 'Thin Air', 'Noctilucent', 'Grain of the Sky'],
    ['Orrery', 'Quiet Machines', 'Escapement', 'Long Count', 'Sidereal'],
  ],
  groovesalad: [
    ['Aural Cartography', 'Contour Lines', 'Polygon Drift', 'Legend', 'True North'],
    ['Lowland Radio', 'Tide Tables', 'Mudflats', 'Slack Water', 'Estuary'],
    ['Tessa Brandt Trio', 'Afternoons', 'Shade', 'Open Window'],
  ],
  defcon: [
    ['Null Route', 'Default Gateway', 'Handshake', 'Time to Live', 'Dropped'],
    ['Ada Tremaine', 'Core Dump', 'Off by One', 'Heap Spray'],
    ['Wardriver', 'Passive Scan', 'Beacon Frame', 'Hidden Node', 'Channel 6'],
  ],
  dronezone: [
    ['Peat', 'Standing Water', 'Sphagnum', 'Bog Oak'],
    ['Long Exposure', 'Grey Scale', 'Fog Bank', 'Silver Halide', 'Aperture'],
    ['North Sea Bureau', 'Gale Warnings', 'Dogger', 'Viking', 'German Bight'],
  ],
  deepspaceone: [
    ['Voyager Garden', 'Heliopause', 'Termination Shock', 'Golden Record'],
    ['Apsis', 'Transfer Orbit', 'Burn', 'Coast', 'Capture'],
    ['Ella Marchetti', 'Dust Lanes', 'Extinction', 'Redshift'],
  ],
  spacestation: [
    ['Docking Ring', 'Soft Capture', 'Hard Mate', 'Hatch Open', 'Crew Change'],
    ['Module B', 'Night Shift', 'Cupola', 'Ninety Minutes'],
    ['Tomas Reyes', 'Gyroscope', 'Precession', 'Momentum Wheel', 'Nutation'],
  ],
  secretagent: [
    ['The Dead Drops', 'Left Luggage', 'Platform 9', 'Carbon Copy', 'Cut-Out'],
    ['Lena Falk Quartet', 'Room 214', 'Wall Safe', 'Do Not Disturb'],
    ['Bruno Castell', 'Riviera', 'Corniche', 'Martini Olive', 'Exit Visa'],
  ],
  sonicuniverse: [
    ['Hollis Drake Sextet', 'Five Corners', 'Stoop', 'Blue Hydrant', 'Fire Escape'],
    ['Amara Nwosu', 'Reed', 'Breath Mark', 'Overblow'],
    ['The Odd Meters', 'Seven or Eleven', 'Carry the One', 'Odd Socks', 'Remainder'],
  ],
}

type TimedSong = { readonly artist: string; readonly album: string; readonly title: string; readonly seconds: number }

const programs = new Map(
  Object.entries(ALBUMS).map(([station, albums]) => [
    station,
    // Interleaves the albums, so that no artist plays twice in a row.
    Array.from({ length: 3 }, (_, turn) =>
      albums.flatMap(([artist, album, ...titles]) => {
        const title = titles[turn]
        return title === undefined ? [] : [{ artist, album, title, seconds: secondsOf(title) } satisfies TimedSong]
      }),
    ).flat(),
  ]),
)

/**
 * Returns the last songs that have started on a station at a time, newest first. The same arguments always give the
 * same result.
 * @param now milliseconds since 1970
 */
export function songsAt(station: string, now: number): readonly ListedSong[] {
  const program = programs.get(station) ?? []
  const turn = program.reduce((sum, { seconds }) => sum + seconds, 0)
  if (turn === 0) return []
  const songs: ListedSong[] = []
  let start = Math.floor(now / 1000 / turn) * turn
  let index = 0
  // Advances to the song that plays at `now`, then collects songs backwards from this song.
  while (start + (program[index]?.seconds ?? 0) <= now / 1000) start += program[index++]?.seconds ?? 0
  while (songs.length < LISTED) {
    const { artist, album, title } = program[index] ?? { artist: '', album: '', title: '' }
    songs.push({ title, artist, album, albumart: '', date: String(start) })
    index = (index + program.length - 1) % program.length
    start -= program[index]?.seconds ?? 0
  }
  return songs
}

/** Derives the length of a song in seconds from its title. */
function secondsOf(title: string): number {
  const sum = Array.from(title).reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7)
  return SHORTEST + (sum % (LONGEST - SHORTEST + 1))
}
