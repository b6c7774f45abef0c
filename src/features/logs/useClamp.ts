import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

type Clamp = {
  /** Whether the text is cut off or hides a table. A text of many characters can fit on a wide screen. */
  readonly isClipped: boolean
  /** The tags whose links are in the visible lines; null if the text shows no links of tags and hides no table. */
  readonly visibleTags: readonly string[] | null
}

const UNMEASURED: Clamp = { isClipped: true, visibleTags: null }

/** Three lines can have a fraction of a pixel. */
const ROUNDING_PX = 1

/** Measures which part of a clamped text is visible. */
export function useClamp(textBox: RefObject<HTMLElement | null>, text: string, isClamped: boolean): Clamp {
  const [clamp, setClamp] = useState(UNMEASURED)
  useLayoutEffect(() => {
    const { current: element } = textBox
    if (!isClamped || !element) return
    const measure = () =>
      setClamp((before) => {
        const now = measureClamp(element)
        return isSameClamp(before, now) ? before : now
      })
    // The observer measures a new row after the layout and before the paint, so a row costs no second layout.
    const sizes = new ResizeObserver(() => flushSync(measure))
    sizes.observe(element)
    // The formatted text replaces the unformatted one when the Markdown code has loaded.
    const content = new MutationObserver(measure)
    content.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      content.disconnect()
    }
  }, [textBox, text, isClamped])
  return clamp
}

function measureClamp(element: HTMLElement): Clamp {
  const hidesTable = element.querySelector('.table-name') !== null
  const isClipped = hidesTable || element.scrollHeight > element.clientHeight + ROUNDING_PX
  const links = [...element.querySelectorAll<HTMLElement>('[data-tag]')]
  // For a clipped text, this result equals `UNMEASURED`, so the row does not render again.
  if (links.length === 0 && !hidesTable) return { isClipped, visibleTags: null }
  return {
    isClipped,
    visibleTags: links.flatMap((link) => (isVisible(link, element) ? (link.dataset['tag'] ?? []) : [])),
  }
}

/** Returns whether a link is within the visible lines and not replaced by the ellipsis at the end of the last line. */
function isVisible(link: HTMLElement, element: HTMLElement): boolean {
  const [line, box] = [link.getBoundingClientRect(), element.getBoundingClientRect()]
  if (line.bottom > box.bottom + ROUNDING_PX) return false
  if (line.bottom < box.bottom - line.height) return true
  const { direction, fontSize } = getComputedStyle(element)
  const spaceAfter = direction === 'rtl' ? line.left - box.left : box.right - line.right
  return spaceAfter > Number.parseFloat(fontSize)
}

const isSameClamp = (one: Clamp, other: Clamp): boolean =>
  one.isClipped === other.isClipped && JSON.stringify(one.visibleTags) === JSON.stringify(other.visibleTags)
