import { DEFAULT_FREQUENCY, DIAL, PRESETS, presetOf, bandOf, BANDS } from '#domain/dial/frequency.ts'
import { useHydrated } from '#src/boot/useHydrated.ts'
import './TuningScale.css'

type Props = {
  /** The needle's position in MHz. A position beyond the end of the dial parks the needle at the end of the scale. */
  readonly frequency?: number
  /** The frequencies at the scale's two edges in MHz, a little outside the dial. */
  readonly from?: number
  readonly to?: number
  readonly presets?: boolean
  /**
   * Draws a tick every 0.5 MHz, not every 1 MHz. Narrow screens show only a part of the scale and always have these
   * ticks.
   */
  readonly fine?: boolean
  readonly className?: string
}

/** The width in MHz of the part of the scale that a narrow screen shows. The scale slides under a fixed needle. */
export const WINDOW_MHZ = 18
/**
 * Half the width of a number and half the width of a preset's name, in MHz. A text that is closer to the window's edge
 * would be cut off.
 */
const NUMBER_ROOM_MHZ = 1
const NAME_ROOM_MHZ = 1.6
const PARKED_INSIDE_MHZ = 2.1
/** Closer to a number, the needle would cross it out. */
const NEEDLE_ROOM_MHZ = 0.8
const MAJOR_MHZ = 5

/** Draws the tuning scale: presets, ticks, bands and the needle. Positions are fractions of the scale's width. */
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
          {TICKS.map(({ name, path, color }) => (
            <path key={name} className={name} d={path} stroke={color} />
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
      <i
        className="scale-needle"
        data-over-number={(isOn && NUMBERS.some((at) => Math.abs(at - frequency) < NEEDLE_ROOM_MHZ)) || undefined}
      />
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

/**
 * Centers the band's name in the band. If only a window around `center` is visible, centers the name in the visible
 * part of the band.
 */
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

/** Extends a band down to the end of the previous band, so that no gap is drawn between them. */
const drawnEdges = ({ low, high }: Edges): Edges => ({ low: low === DIAL.low ? low : Math.floor(low), high })

const TICK_EVERY = 0.5
const ALL_TICKS = Array.from(
  { length: (DIAL.high - DIAL.low) / TICK_EVERY + 1 },
  (_, index) => DIAL.low + index * TICK_EVERY,
)

/** Returns an SVG path with a line from y = 20 to `top` at every included tick. */
const ticksPath = (top: number, isIncluded: (at: number) => boolean): string =>
  ALL_TICKS.filter(isIncluded)
    .map((at) => `M${at} 20V${top}`)
    .join('')

const TICKS = [
  { name: 'scale-halves', path: ticksPath(13, (at) => at % 1 !== 0), color: 'var(--dim)' },
  { name: 'scale-wholes', path: ticksPath(8, (at) => at % 1 === 0 && at % MAJOR_MHZ !== 0), color: 'var(--dim)' },
  { name: 'scale-majors', path: ticksPath(0, (at) => at % MAJOR_MHZ === 0), color: 'var(--lit)' },
]
