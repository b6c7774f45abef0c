const WIDTH = 400
const HEIGHT = 150
const STEP = 2.5
const NOISE_HEIGHT = 18
const CARRIER_HEIGHT = 52
/** The burst of waves that represents the carrier: its width on each side of the center, and its number of waves. */
const BURST_HALF_WIDTH = 80
const WAVES = 2.4

type Props = {
  /** The received frequency. Without a frequency, only noise is drawn. */
  readonly carrier?: number
  /** Whether the noise is doubled. */
  readonly interference?: boolean
  readonly className?: string
}

/** Draws an oscilloscope screen. The trace of a frequency is always the same, and nothing is animated. */
export function Scope({ carrier, interference = false, className }: Props) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      fill="none"
    >
      <path
        d="M50 0V150M100 0V150M150 0V150M200 0V150M250 0V150M300 0V150M350 0V150M0 38H400M0 112H400"
        stroke="var(--ghost)"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={tracePath(carrier, interference)}
        stroke="var(--lit)"
        strokeWidth="1.3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function tracePath(carrier: number | undefined, interference: boolean): string {
  const seed = carrier ?? 0
  const noise = NOISE_HEIGHT * (carrier === undefined ? 1 : interference ? 0.5 : 0.25)
  const points = Array.from({ length: WIDTH / STEP + 1 }, (_, index) => {
    const swing = Math.sin((index + seed) * 12.9898) * 43_758.5453
    const hiss = (swing - Math.floor(swing) - 0.5) * noise
    const fromMiddle = (index * STEP - WIDTH / 2) / BURST_HALF_WIDTH
    const envelope = carrier === undefined ? 0 : CARRIER_HEIGHT * Math.exp(-(fromMiddle ** 2) * 1.6)
    const wave = envelope * Math.sin(fromMiddle * Math.PI * WAVES + seed / 3)
    return `${(index * STEP).toFixed(1)} ${(HEIGHT / 2 - wave + hiss).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
