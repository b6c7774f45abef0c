import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { isConfirmedEntry, useJournal } from '#src/stores/journal.ts'
import { useHydratedValue } from '#src/boot/useHydrated.ts'
import { useSession } from '#src/stores/userStore.ts'
import { isMotionReduced } from '#src/ui/platform.ts'
import { CodecDisplay } from './CodecDisplay.tsx'
import { CodecButtons } from './CodecButtons.tsx'
import { TitlePlate } from './TitlePlate.tsx'
import { useTransmit } from './useTransmit.ts'
import './Codec.css'
import './CompactCodec.css'

const RESIZE: KeyframeAnimationOptions = { duration: 160, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
const FLASH = { filter: ['brightness(1.8)', 'none'] }
/** Ends at the opacity of the stylesheet, which is 0 where the scope covers the digits. */
const BURST: Keyframe[] = [{ scale: '1 1.25', opacity: 1 }, { scale: '1' }]
const FLASH_TIMING: KeyframeAnimationOptions = { duration: 320, easing: 'ease-out' }

type Props = {
  /** Whether other content needs the space, so that the codec may be compact. The user can pin the full height. */
  readonly canBeCompact: boolean
  readonly isPinned: boolean
}

/** Renders the codec: nameplate, display and buttons. Its two heights have the same elements and differ in styles only. */
export function Codec({ canBeCompact, isPinned }: Props) {
  const transmit = useTransmit()
  const codec = useCodecHeight(canBeCompact && !isPinned)
  useFlash(codec)
  return (
    <section ref={codec} className="panel codec" aria-labelledby="title-plate">
      <TitlePlate canBeCompact={canBeCompact} isPinned={isPinned} />
      <CodecDisplay transmitting={transmit.holding} />
      <CodecButtons transmit={transmit} />
    </section>
  )
}

/** Flashes the display when the server has confirmed a new entry. */
function useFlash(codec: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useEffect(
    () =>
      useJournal.of(session).subscribe(({ lastAnswered }, before) => {
        if (lastAnswered === before.lastAnswered || !isConfirmedEntry(lastAnswered) || isMotionReduced()) return
        codec.current?.querySelector('.codec-glass')?.animate(FLASH, FLASH_TIMING)
        for (const part of codec.current?.querySelectorAll('.codec-scope, .codec-digits') ?? [])
          part.animate(BURST, FLASH_TIMING)
      }),
    [codec, session],
  )
}

/**
 * Switches the codec between its two heights. The attribute is on the root element, because `index.html` sets it before
 * the first paint.
 */
function useCodecHeight(isCompact: boolean) {
  const codec = useRef<HTMLElement>(null)
  // Read by an observer. Reading the height in the effect would compute the layout of the page once more.
  const height = useRef(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      height.current = entry?.borderBoxSize[0]?.blockSize ?? 0
    })
    if (codec.current) observer.observe(codec.current)
    return () => observer.disconnect()
  }, [])
  const isHydrated = useHydratedValue<boolean>(true, false)
  useLayoutEffect(() => {
    if (!isHydrated || !codec.current) return
    const before = height.current
    document.documentElement.toggleAttribute('data-compact-codec', isCompact)
    if (before === 0 || isMotionReduced()) return
    const after = codec.current.getBoundingClientRect().height
    if (before === after) return
    codec.current.animate({ height: [`${before}px`, `${after}px`], overflow: ['clip', 'clip'] }, RESIZE)
  }, [isHydrated, isCompact])
  return codec
}
