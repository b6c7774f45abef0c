type Letter = { readonly width: number; readonly stroke: string; readonly fill?: string }

/** The stencil letters of the wordmark and of the levels. They are 14 units high and have a stroke width of 3 units. */
const LETTERS: { readonly [letter: string]: Letter } = {
  A: { width: 10, stroke: 'M1.5 14V4L4 1.5H6L8.5 4V14M4 9H6' },
  C: { width: 10, stroke: 'M8.5 4.6V3.2L6.8 1.5H5.5M4.5 1.5H3.2L1.5 3.2V10.8L3.2 12.5H4.5M5.5 12.5H6.8L8.5 10.8V9.4' },
  D: { width: 10, stroke: 'M1.5 0V14M4 1.5H6.4L8.5 3.6V10.4L6.4 12.5H4' },
  E: { width: 9, stroke: 'M1.5 0V14M4 1.5H9M4 7H8.2M4 12.5H9' },
  F: { width: 9, stroke: 'M1.5 0V14M4 1.5H9M4 7H8.2' },
  I: { width: 3, stroke: 'M1.5 0V14' },
  L: { width: 9, stroke: 'M1.5 0V14M4 12.5H9' },
  N: { width: 11, stroke: 'M1.5 0V14M9.5 0V14', fill: 'M3.8 0H5.2L7.2 14H5.8Z' },
  O: { width: 10, stroke: 'M4.5 1.5H3.2L1.5 3.2V10.8L3.2 12.5H4.5M5.5 1.5H6.8L8.5 3.2V10.8L6.8 12.5H5.5' },
  P: { width: 10, stroke: 'M1.5 0V14M4 1.5H6.8L8.5 3.2V6.3L6.8 8H4' },
  R: { width: 10, stroke: 'M1.5 0V14M4 1.5H6.8L8.5 3.2V5.3L6.8 7H4', fill: 'M4.4 9.3H7.9L10 14H6.5Z' },
  S: {
    width: 10,
    stroke:
      'M8.5 4.4V3.2L6.8 1.5H5.5M4.5 1.5H3.2L1.5 3.2V5.2L3.2 7H6.8L8.5 8.8V10.8L6.8 12.5H5.5M4.5 12.5H3.2L1.5 10.8V9.6',
  },
  T: { width: 10, stroke: 'M0 1.5H10M5 4V14' },
}
const CAP_HEIGHT = 14
const LETTER_SPACE = 2.2

type Props = { readonly text: string; readonly className?: string }

/** Draws a text in stencil letters. A text with a letter outside `LETTERS` is rendered as normal text. */
export function Stencil({ text, className }: Props) {
  const lettering = letteringOf(text)
  if (!lettering) return <span className={className}>{text}</span>
  const { width, stroke, fill } = lettering
  return (
    <svg className={className} viewBox={`0 0 ${width.toFixed(1)} ${CAP_HEIGHT}`} role="img" aria-label={text}>
      <path d={stroke} fill="none" stroke="currentColor" strokeWidth="3" />
      {fill && <path d={fill} fill="currentColor" />}
    </svg>
  )
}

/** Drawn texts are cached, because a list repeats the same few levels. */
const letteringCache = new Map<string, Required<Letter>>()

function letteringOf(text: string): Required<Letter> | undefined {
  const lettering = letteringCache.get(text) ?? drawLettering(text)
  if (lettering) letteringCache.set(text, lettering)
  return lettering
}

/**
 * Merges all letters into one path. If each letter had a transform, each letter would be a separate layer. The browser
 * would composite all these layers at every frame while a list scrolls. Returns undefined if a letter does not exist.
 */
function drawLettering(text: string): Required<Letter> | undefined {
  const all = { width: 0, stroke: '', fill: '' }
  for (const character of text) {
    const letter = LETTERS[character]
    if (!letter) return undefined
    const at = all.width === 0 ? 0 : all.width + LETTER_SPACE
    all.stroke += shiftPath(letter.stroke, at)
    all.fill += shiftPath(letter.fill ?? '', at)
    all.width = at + letter.width
  }
  return all
}

/** Moves a path to the right. The path may contain only the absolute commands M, L, H, V and Z. */
const shiftPath = (path: string, by: number): string =>
  path.replace(/([MLH])([\d.]+)/g, (_, command: string, x: string) => `${command}${+(Number(x) + by).toFixed(1)}`)
