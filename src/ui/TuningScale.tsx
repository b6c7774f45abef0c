import { BANDS, DEFAULT_FREQUENCY, PRESETS, SCALE } from '#domain/scale.ts'

type Props = {
  /** Where the needle stands; above the scale's end it is parked off the dial. */
  readonly frequency?: number
  readonly presets?: boolean
  readonly className?: string
}

/** Drawing units per megahertz; the scale is drawn from 86 to 137 so that labels at its ends fit. */
const UNIT = 28
const LEFT = 86
const RIGHT = 137
const x = (frequency: number) => (frequency - LEFT) * UNIT
const HALVES = Array.from({ length: (SCALE.high - SCALE.low) * 2 + 1 }, (_, index) => SCALE.low + index / 2)

/** The tuning scale as a picture: presets, ticks, bands and one needle. */
export function TuningScale({ frequency = DEFAULT_FREQUENCY, presets = true, className }: Props) {
  const needle = x(Math.min(frequency, RIGHT - 0.5))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${x(RIGHT)} 112`}
      aria-hidden="true"
      fontFamily="var(--font-mono)"
      fontWeight="500"
    >
      {presets &&
        PRESETS.map((preset) => <Flag key={preset.name} {...preset} on={presetIsOn(preset.frequency, frequency)} />)}
      <path d={`M0 50H${x(RIGHT)}`} stroke="var(--dim)" strokeOpacity=".5" />
      <path d={HALVES.map((at) => `M${x(at)} 50v-${tickHeight(at)}`).join('')} stroke="var(--dim)" strokeOpacity=".8" />
      {HALVES.filter((at) => at % 5 === 0).map((at) => (
        <text
          key={at}
          x={x(at)}
          y="72"
          textAnchor="middle"
          fontSize="15"
          className="[font-stretch:75%]"
          fill="var(--dim)"
        >
          {at}
        </text>
      ))}
      {BANDS.map((band) => {
        const on = frequency > band.from && frequency <= band.to
        return (
          <g key={band.name} fill={on ? 'var(--lit)' : 'var(--dim)'}>
            <rect
              x={x(band.from) + 1}
              y="82"
              width={x(band.to) - x(band.from) - 2}
              height="3"
              fill={on ? 'var(--lit)' : 'var(--ghost)'}
            />
            <text
              x={(x(band.from) + x(band.to)) / 2}
              y="102"
              textAnchor="middle"
              fontSize="12"
              letterSpacing=".07em"
              className="[font-stretch:75%]"
            >
              {band.name}
            </text>
          </g>
        )
      })}
      <path
        className="drop-shadow-[0_0_4px_var(--needle)]"
        d={`M${needle} 22V84M${needle - 5} 20h10l-5 7z`}
        stroke="var(--needle)"
        strokeWidth="2"
        fill="var(--needle)"
      />
    </svg>
  )
}

function Flag({ frequency, name, on }: { readonly frequency: number; readonly name: string; readonly on: boolean }) {
  return (
    <g fill={on ? 'var(--lit)' : 'var(--dim)'}>
      <text
        x={x(frequency)}
        y="10"
        textAnchor="middle"
        fontSize="12"
        letterSpacing=".07em"
        className="[font-stretch:75%]"
      >
        {name}
      </text>
      <path d={`M${x(frequency) - 5} 16h10l-5 6z`} fillOpacity={on ? 1 : 0.7} />
    </g>
  )
}

const presetIsOn = (preset: number, frequency: number): boolean =>
  preset === PRESETS.findLast((one) => one.frequency <= frequency)?.frequency && frequency <= SCALE.high

const tickHeight = (at: number): number => (at % 5 === 0 ? 20 : at % 1 === 0 ? 12 : 7)
