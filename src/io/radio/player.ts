/** A stream as it may be played. */
export type Stream = {
  readonly address: string
  /** Whether the page may look into its sound. */
  readonly cors: boolean
  /** Whether it ends, and begins again. */
  readonly loop: boolean
}

/**
 * What happens to a stream that the app does not do itself: it breaks off, or the system (a call, headphones that are
 * unplugged, media keys) pauses it, gives it back (`resumed`), and it sounds again.
 */
export type StreamEvent = 'lost' | 'paused' | 'resumed' | 'sounds'

/** The one thing that makes the radio's sound. */
export type RadioPlayer = {
  /**
   * Plays a stream in place of the one before it; resolves when it sounds. Rejects when it does not, with a
   * `NotAllowedError` where the browser wants to be touched first.
   * @param volume 0 to 1
   */
  readonly play: (stream: Stream, volume: number) => Promise<void>
  /** Ends it, and the connection with it. */
  readonly stop: () => void
  /** 0 to 1. Where the device's own buttons set the volume, 0 mutes and everything else is as loud as the device. */
  readonly setVolume: (volume: number) => void
  /** Whether pages cannot change the volume, as on iOS. */
  readonly volumeIsFixed: boolean
  /** How far the stream has been heard, in seconds. */
  readonly position: () => number
  /** Calls back with what happens to the stream. What `play` begins may be among it; what `stop` ends is not. */
  readonly onEvent: (callback: (event: StreamEvent) => void) => void
  /**
   * How loud the sound is now in each of 18 bands, from the lowest to the highest, each 0 to 255; undefined where the
   * station or the browser does not let the page look. The same array each time, written anew.
   */
  readonly spectrum: () => Uint8Array | undefined
}

const BANDS = 18
/** Between these, in equal steps for the ear; above them a radio's MP3 has little. */
const [LOWEST_HZ, HIGHEST_HZ] = [50, 6000]
const ANALYSIS = { fftSize: 2048, smoothingTimeConstant: 0.75, minDecibels: -80, maxDecibels: -18 }

/** The page has one audio element, however many stations are played. */
const element = new Audio()
element.preload = 'none'

type EventMapping = { readonly event: StreamEvent; /** Whether it is so now. */ readonly isCurrent: () => boolean }

const always = (): boolean => true
const isRunning = (): boolean => !element.paused

/** The element's events, and what each says of the stream. */
const EVENTS: readonly (readonly [type: string, EventMapping])[] = [
  ['error', { event: 'lost', isCurrent: always }],
  ['ended', { event: 'lost', isCurrent: always }],
  // One that has come to its end, or failed, is paused by that: it is lost.
  ['pause', { event: 'paused', isCurrent: () => element.paused && !element.ended && element.error === null }],
  ['play', { event: 'resumed', isCurrent: isRunning }],
  ['playing', { event: 'sounds', isCurrent: isRunning }],
]

export const radioPlayer: RadioPlayer = {
  async play({ address, cors, loop }, volume) {
    closeSpectrum()
    element.loop = loop
    radioPlayer.setVolume(volume)
    try {
      await load(address, cors)
    } catch (error) {
      // A station that does not let pages look in after all is heard without its level.
      if (!cors || !isRefused(error)) throw error
      await load(address, false)
    }
  },
  stop() {
    closeSpectrum()
    element.pause()
    // Without an address the browser lets go of the stream, which would otherwise be read on.
    element.removeAttribute('src')
    element.load()
  },
  setVolume(volume) {
    element.volume = volume
    element.muted = volume === 0
  },
  volumeIsFixed: isVolumeFixed(),
  position: () => element.currentTime,
  onEvent(callback) {
    for (const [type, { event, isCurrent }] of EVENTS)
      element.addEventListener(type, () => {
        // Events come late: by now the stream may be stopped, or another one.
        if (element.hasAttribute('src') && isCurrent()) callback(event)
      })
  },
  spectrum() {
    if (element.crossOrigin === null || element.paused) return undefined
    spectrum ??= createSpectrum()
    if (!spectrum) return undefined
    const { analyser, bins, edges, bands } = spectrum
    analyser.getByteFrequencyData(bins)
    for (let band = 0; band < BANDS; band++) {
      let loudest = 0
      for (let bin = edges[band] ?? 0; bin < (edges[band + 1] ?? 0); bin++) loudest = Math.max(loudest, bins[bin] ?? 0)
      bands[band] = loudest
    }
    return bands
  },
}

function isVolumeFixed(): boolean {
  element.volume = 0.5
  return element.volume !== 0.5
}

function load(address: string, cors: boolean): Promise<void> {
  element.crossOrigin = cors ? 'anonymous' : null
  element.src = address
  return element.play()
}

const isRefused = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotSupportedError'

type Spectrum = {
  /** One for each stream: Chromium keeps what looks into a copy until its context is closed. */
  readonly context: AudioContext
  readonly source: MediaStreamAudioSourceNode
  readonly analyser: AnalyserNode
  readonly bins: Uint8Array<ArrayBuffer>
  /** The bin with which each band begins, and the one behind the last. */
  readonly edges: readonly number[]
  readonly bands: Uint8Array
}

let spectrum: Spectrum | undefined

/**
 * Looks into a copy of the sound. The element itself stays out of the audio graph, which a browser may suspend, as on a
 * locked phone: the radio would fall silent with it. Browsers that make no copies show no level.
 */
function createSpectrum(): Spectrum | undefined {
  if (
    typeof AudioContext === 'undefined' ||
    !('captureStream' in element) ||
    typeof element.captureStream !== 'function'
  )
    return undefined
  const copy: unknown = element.captureStream()
  if (!(copy instanceof MediaStream) || copy.getAudioTracks().length === 0) return undefined
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, ANALYSIS)
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: copy })
  source.connect(analyser)
  const bins = new Uint8Array(analyser.frequencyBinCount)
  return { context, source, analyser, bins, edges: bandEdges(context.sampleRate), bands: new Uint8Array(BANDS) }
}

/** Each band has a bin of its own, at least. */
function bandEdges(sampleRate: number): readonly number[] {
  const edges: number[] = []
  for (let band = 0; band <= BANDS; band++) {
    const frequency = LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / BANDS)
    edges.push(Math.max(Math.round((frequency * ANALYSIS.fftSize) / sampleRate), (edges.at(-1) ?? 0) + 1))
  }
  return edges
}

function closeSpectrum(): void {
  for (const track of spectrum?.source.mediaStream.getTracks() ?? []) track.stop()
  void spectrum?.context.close()
  spectrum = undefined
}
