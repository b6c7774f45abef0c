import { CONFIDENCE_ZONES, confidenceText, confidenceZone } from '#domain/analysis/suggestions.ts'
import { CONFIDENCE_TEXT } from '#domain/texts/suggestions.ts'
import './Meter.css'

/** The center and the radius of the arc in view box units, and half of its angle in degrees. */
const CENTER = { x: 165, y: 258 }
const RADIUS = 220
const HALF_DEGREES = 36.87
const LABELS = [0, 0.2, 0.4, 0.6, 0.7, 0.9, 1]
const TICKS = Array.from({ length: 21 }, (_, index) => index / 20)
/** The gap that each zone leaves at a boundary to another zone, as a fraction of the arc. */
const GAP = 0.006

/** Shows the confidence of an analysis as a needle and as a number. */
export function Meter({ value }: { readonly value: number }) {
  const zone = confidenceZone(value)
  return (
    <div
      role="meter"
      aria-label={CONFIDENCE_TEXT.title}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={value}
      aria-valuetext={`${confidenceText(value)}, ${zone}`}
      className="glass meter"
      data-zone={zone}
    >
      <svg viewBox="0 0 330 128" aria-hidden="true">
        {CONFIDENCE_ZONES.map(({ zone: one, from }, index) => (
          <path key={one} className={`meter-${one}`} d={arc(from, CONFIDENCE_ZONES[index + 1]?.from ?? 1)} />
        ))}
        {TICKS.map((at) => (
          <path key={at} className="meter-tick" d={line(at, RADIUS - 8, RADIUS - (at % 0.1 < 0.01 ? 24 : 18))} />
        ))}
        {LABELS.map((at) => {
          const { x, y } = point(at, RADIUS + 15)
          return (
            <text key={at} x={x} y={y + 4}>
              {at > 0 && at < 1 ? String(at).slice(1) : at}
            </text>
          )
        })}
        <g className="meter-needle" style={{ '--turn': `${degrees(value)}deg` }}>
          <path d={`M${CENTER.x} ${CENTER.y - RADIUS + 2}V128`} />
        </g>
      </svg>
      <p className="meter-foot">
        <b>{confidenceText(value)}</b>
        <span>{CONFIDENCE_TEXT.title}</span>
      </p>
    </div>
  )
}

const degrees = (value: number): number => (value * 2 - 1) * HALF_DEGREES

function point(value: number, radius: number): { readonly x: number; readonly y: number } {
  const angle = (degrees(value) * Math.PI) / 180
  return { x: roundToTenth(CENTER.x + radius * Math.sin(angle)), y: roundToTenth(CENTER.y - radius * Math.cos(angle)) }
}

/** Returns the SVG path of a zone. */
function arc(from: number, to: number): string {
  const start = point(from > 0 ? from + GAP : 0, RADIUS)
  const end = point(to < 1 ? to - GAP : 1, RADIUS)
  return `M${start.x} ${start.y}A${RADIUS} ${RADIUS} 0 0 1 ${end.x} ${end.y}`
}

function line(value: number, outer: number, inner: number): string {
  const [start, end] = [point(value, outer), point(value, inner)]
  return `M${start.x} ${start.y}L${end.x} ${end.y}`
}

const roundToTenth = (number: number): number => Math.round(number * 10) / 10
