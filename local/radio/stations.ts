/** A station of the local radio. The fields are those of the public service. */
export type LocalStation = {
  /** The id of the station. The station's music is in the file `music/<id>.mp3`. */
  readonly id: string
  readonly title: string
  readonly genre: string
  /** The number in the name of the station's MP3 playlist, or undefined if the station is not in the directory. */
  readonly playlist?: number
  /** Whether the station's stream has CORS headers. */
  readonly cors: boolean
}

export const LOCAL_STATIONS: readonly LocalStation[] = [
  { id: 'bassdrive', title: 'Bassdrive', genre: 'drum and bass', cors: true },
  { id: 'rinse', title: 'Rinse FM', genre: 'dance', cors: false },
  { id: 'synphaera', title: 'Synphaera Radio', genre: 'ambient|electronic', playlist: 256, cors: true },
  { id: 'groovesalad', title: 'Groove Salad', genre: 'ambient|electronic', playlist: 256, cors: true },
  { id: 'defcon', title: 'DEF CON Radio', genre: 'electronic|specials', playlist: 256, cors: true },
  { id: 'dronezone', title: 'Drone Zone', genre: 'ambient', playlist: 256, cors: true },
  { id: 'deepspaceone', title: 'Deep Space One', genre: 'ambient', playlist: 128, cors: true },
  { id: 'spacestation', title: 'Space Station Soma', genre: 'electronic', playlist: 320, cors: true },
  { id: 'secretagent', title: 'Secret Agent', genre: 'lounge', playlist: 128, cors: true },
  { id: 'sonicuniverse', title: 'Sonic Universe', genre: 'jazz', playlist: 256, cors: true },
]
