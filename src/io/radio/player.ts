export type RadioStream = {
  readonly address: string
  /** Whether the server allows the page to read the stream's samples (CORS). */
  readonly cors: boolean
  /** Whether the stream is a file that ends and is therefore repeated. */
  readonly loop: boolean
}

/**
 * Events of the current stream. `lost`: the stream breaks off. `paused` and `resumed`: the operating system pauses or
 * resumes the stream, for example because of a call, unplugged headphones or media keys. `sounds`: the stream becomes
 * audible.
 */
export type StreamEvent = 'lost' | 'paused' | 'resumed' | 'sounds'

/** Plays the radio's streams. */
export type RadioPlayer = {
  /**
   * Stops the previous stream and plays a new stream. Resolves when the new stream is audible. Rejects if the new
   * stream does not play, with a `NotAllowedError` if the browser requires a user gesture first.
   * @param volume 0 to 1
   */
  readonly play: (stream: RadioStream, volume: number) => Promise<void>
  /** Stops the stream and closes its connection. */
  readonly stop: () => void
  /**
   * Sets the volume, 0 to 1. On a device where pages cannot change the volume, 0 mutes the stream. Every other value
   * plays the stream at the device's volume.
   */
  readonly setVolume: (volume: number) => void
  /** Whether pages cannot change the volume, as on iOS. */
  readonly volumeIsFixed: boolean
  /** The playback position in seconds. */
  readonly position: () => number
  /** Calls `callback` with the stream's events. `play` may cause some of these events; `stop` causes none. */
  readonly onEvent: (callback: (event: StreamEvent) => void) => void
  /**
   * Returns the loudness of 18 frequency bands, from the lowest to the highest, each 0 to 255; undefined if the
   * station's server or the browser does not allow access to the samples. Every call returns the same array with new
   * values.
   */
  readonly spectrum: () => Uint8Array | undefined
}

const BANDS = 18
/** The frequency range that the bands divide logarithmically. A radio's MP3 contains little sound above this range. */
const [LOWEST_HZ, HIGHEST_HZ] = [50, 6000]
const ANALYSIS = { fftSize: 2048, smoothingTimeConstant: 0.75, minDecibels: -80, maxDecibels: -18 }

/** All streams share one audio element. */
const element = new Audio()
element.preload = 'none'

type EventMapping = {
  readonly event: StreamEvent
  /** Whether the event still matches the state of the audio element. */ readonly isCurrent: () => boolean
}

const always = (): boolean => true
const isRunning = (): boolean => !element.paused

/** The events of the audio element, each with the stream event that it causes. */
const EVENTS: readonly (readonly [type: string, EventMapping])[] = [
  ['error', { event: 'lost', isCurrent: always }],
  ['ended', { event: 'lost', isCurrent: always }],
  // When a stream ends or fails, the browser also pauses it. Such a stream counts as lost, not as paused.
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
      // If the server does not send CORS headers after all, its stream is played without a spectrum.
      if (!cors || !isRefused(error)) throw error
      await load(address, false)
    }
  },
  stop() {
    closeSpectrum()
    element.pause()
    // The browser keeps reading a paused stream. Removing the source of the element makes the browser close the
    // connection.
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
        // Browsers deliver events with a delay, so the stream may have been stopped or replaced since.
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
  /**
   * Every stream has its own audio context, because Chromium releases the captured copy of a stream only when the audio
   * context is closed.
   */
  readonly context: AudioContext
  readonly source: MediaStreamAudioSourceNode
  readonly analyser: AnalyserNode
  readonly bins: Uint8Array<ArrayBuffer>
  /** The index of the first bin of each band, followed by the end of the last band. */
  readonly edges: readonly number[]
  readonly bands: Uint8Array
}

let spectrum: Spectrum | undefined

/**
 * Starts to analyze a captured copy of the stream. The audio element itself stays out of the audio graph, because a
 * browser may suspend the graph, for example when a phone is locked. A suspended graph would silence the radio. Returns
 * undefined in browsers without `captureStream`.
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

/** Returns the bin edges of the bands. Each band has at least one bin. */
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
