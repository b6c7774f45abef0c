import { DEFAULT_FREQUENCY, DIAL, PRESETS, presetOf, bandOf, BANDS } from '#domain/dial/frequency.ts'
import { useHydrated } from '#src/boot/useHydrated.ts'
import './TuningScale.css'

type Props = {
  /** Where the needle stands; beyond the dial's end it is parked at the scale's. */
  readonly frequency?: number
  /** The megahertz at the scale's two edges, which lie a little outside the dial. */
  readonly from?: number
  readonly to?: number
  readonly presets?: boolean
  /** Ticks for half megahertz too; a window of the scale always has them. */
  readonly fine?: boolean
  readonly className?: string
}

/** Through a narrow screen this much of the scale is seen, and slides under a needle that stands still. */
export const WINDOW_MHZ = 18
/** What would be cut off at the window's edges is left out: half of a number's width, and of a preset's name. */
const NUMBER_ROOM_MHZ = 1
const NAME_ROOM_MHZ = 1.6
const PARKED_INSIDE_MHZ = 2.1
const MAJOR_MHZ = 5

/** The tuning scale as a picture: presets, ticks, bands and one needle. Positions are shares of its width. */
export function TuningScale({
  frequency = DEFAULT_FREQUENCY,
  from = 86,
  to = 137,
  presets = true,
  fine = false,
  className = '',
}: Props) {
  const isPlaced = useHydrated()
  const span = to - from
  const x = (at: number) => (at - from) / span
  const isFar = (at: number, room: number) => Math.abs(at - frequency) > WINDOW_MHZ / 2 - room || undefined
  const isOn = frequency <= DIAL.high
  const preset = presetOf(frequency)
  const range = bandOf(frequency)
  const classNames = `scale ${fine ? 'scale-fine' : ''} ${className}`
  if (!isPlaced) return <div className={classNames} />
  return (
    <div
      className={classNames}
      aria-hidden="true"
      style={{ '--at': x(Math.min(frequency, to - PARKED_INSIDE_MHZ)), '--wide': span / WINDOW_MHZ }}
    >
      <div className="scale-tape">
        {presets &&
          PRESETS.map((one) => (
            <b
              key={one.name}
              className="scale-flag"
              data-on={(isOn && one === preset) || undefined}
              data-far={isFar(one.frequency, NAME_ROOM_MHZ)}
              style={{ '--x': x(one.frequency) }}
            >
              {one.name}
            </b>
          ))}
        <svg viewBox={`${from} 0 ${span} 20`} preserveAspectRatio="none" fill="none">
          {TICKS.map(({ name, path, colour }) => (
            <path key={name} className={name} d={path} stroke={colour} />
          ))}
        </svg>
        {NUMBERS.map((at) => (
          <b key={at} className="scale-number" data-far={isFar(at, NUMBER_ROOM_MHZ)} style={{ '--x': x(at) }}>
            {at}
          </b>
        ))}
        {BANDS.map((one) => (
          <Band
            key={one.name}
            name={one.name}
            on={isOn && one === range}
            x={x}
            edges={drawnEdges(one)}
            center={frequency}
          />
        ))}
      </div>
      <i className="scale-needle" />
    </div>
  )
}

type Edges = { readonly low: number; readonly high: number }
type BandProps = {
  readonly name: string
  readonly on: boolean
  readonly edges: Edges
  readonly x: (at: number) => number
  readonly center: number
}

/** Its name stands in its middle, or in the middle of what a window around `centre` shows of it. */
function Band({ name, on, edges: { low, high }, x, center }: BandProps) {
  const seenFrom = Math.max(low, center - WINDOW_MHZ / 2)
  const seenTo = Math.min(high, center + WINDOW_MHZ / 2)
  const style = {
    '--x': x((low + high) / 2),
    '--seen': x((seenFrom + seenTo) / 2),
    '--low': x(low),
    '--width': x(high) - x(low),
  }
  return (
    <span className="scale-band" data-on={on || undefined} style={style}>
      <i />
      <b data-far={seenTo - seenFrom < 2 * NAME_ROOM_MHZ || undefined}>{name}</b>
    </span>
  )
}

const NUMBERS = [90, 95, 100, 105, 110, 115, 120, 125, 130, 135]

/** Drawn from where the band before it ends, so that no gap is left between them. */
const drawnEdges = ({ low, high }: Edges): Edges => ({ low: low === DIAL.low ? low : Math.floor(low), high })

const TICK_EVERY = 0.5
const ALL_TICKS = Array.from(
  { length: (DIAL.high - DIAL.low) / TICK_EVERY + 1 },
  (_, index) => DIAL.low + index * TICK_EVERY,
)

/** From 20 down to `top`, at every one that is meant. */
const ticksPath = (top: number, isIncluded: (at: number) => boolean): string =>
  ALL_TICKS.filter(isIncluded)
    .map((at) => `M${at} 20V${top}`)
    .join('')

const TICKS = [
  { name: 'scale-halves', path: ticksPath(13, (at) => at % 1 !== 0), colour: 'var(--dim)' },
  { name: 'scale-wholes', path: ticksPath(8, (at) => at % 1 === 0 && at % MAJOR_MHZ !== 0), colour: 'var(--dim)' },
  { name: 'scale-majors', path: ticksPath(0, (at) => at % MAJOR_MHZ === 0), colour: 'var(--lit)' },
]
