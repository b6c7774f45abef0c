/** A station of the local radio, in the words of a public one. */
export type LocalStation = {
  /** Also the name of its music, `music/<id>.mp3`. */
  readonly id: string
  readonly title: string
  readonly genre: string
  /** The number in the name of its MP3 playlist; none for one that is in no directory. */
  readonly playlist?: number
}

export const LOCAL_STATIONS: readonly LocalStation[] = [
  { id: 'bassdrive', title: 'Bassdrive', genre: 'drum and bass' },
  { id: 'rinse', title: 'Rinse FM', genre: 'dance' },
  { id: 'synphaera', title: 'Synphaera Radio', genre: 'ambient|electronic', playlist: 256 },
  { id: 'groovesalad', title: 'Groove Salad', genre: 'ambient|electronic', playlist: 256 },
  { id: 'defcon', title: 'DEF CON Radio', genre: 'electronic|specials', playlist: 256 },
  { id: 'dronezone', title: 'Drone Zone', genre: 'ambient', playlist: 256 },
  { id: 'deepspaceone', title: 'Deep Space One', genre: 'ambient', playlist: 128 },
  { id: 'spacestation', title: 'Space Station Soma', genre: 'electronic', playlist: 320 },
  { id: 'secretagent', title: 'Secret Agent', genre: 'lounge', playlist: 128 },
  { id: 'sonicuniverse', title: 'Sonic Universe', genre: 'jazz', playlist: 256 },
]
