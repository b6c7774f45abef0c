const WIDTH = 400
const HEIGHT = 150
const STEP = 2.5

/** The screen of an oscilloscope on which nothing but noise arrives: the same noise every time. */
export function Scope({ className }: { readonly className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" fill="none">
      <path
        d="M50 0V150M100 0V150M150 0V150M200 0V150M250 0V150M300 0V150M350 0V150M0 38H400M0 112H400"
        stroke="var(--ghost)"
      />
      <path d={NOISE} stroke="var(--lit)" strokeWidth="1.2" />
    </svg>
  )
}

const NOISE = `M0 75${Array.from({ length: WIDTH / STEP }, (_, index) => {
  const swing = Math.sin(index * 12.9898) * 43_758.5453
  const height = (swing - Math.floor(swing) - 0.5) * 18
  return `L${(index + 1) * STEP} ${(HEIGHT / 2 + height).toFixed(1)}`
}).join('')}`
