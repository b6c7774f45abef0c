import { useLayoutEffect, useRef, useState } from 'react'
import { useDrafts } from '#src/stores/drafts.ts'
import { useHydratedValue } from '#src/boot/useHydrated.ts'
import { isMotionReduced } from '#src/ui/platform.ts'
import { CodecDisplay } from './CodecDisplay.tsx'
import { CodecButtons } from './CodecButtons.tsx'
import { TitlePlate } from './TitlePlate.tsx'
import { useTransmit } from './useTransmit.ts'
import './Codec.css'
import './CompactCodec.css'

const RESIZE: KeyframeAnimationOptions = { duration: 160, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

type Props = {
  /** Whether other content needs the space, so that the codec may be compact. The user can pin the full height. */
  readonly canBeCompact: boolean
  readonly isPinned: boolean
}

/** Renders the codec: nameplate, display and buttons. Its two heights have the same elements and differ in styles only. */
export function Codec({ canBeCompact, isPinned }: Props) {
  const transmit = useTransmit()
  const codec = useCodecHeight(canBeCompact && !isPinned)
  const burst = useConfirmedEntries()
  return (
    <section
      ref={codec}
      className="panel codec"
      // The name of the animation alternates, so that the animation runs again for each entry.
      data-burst={burst === 0 ? undefined : burst % 2}
      aria-labelledby="title-plate"
    >
      <TitlePlate canBeCompact={canBeCompact} isPinned={isPinned} />
      <CodecDisplay transmitting={transmit.holding} />
      <CodecButtons transmit={transmit} />
    </section>
  )
}

/** Returns how many new entries the server has confirmed since the codec was rendered. */
function useConfirmedEntries(): number {
  const stored = useDrafts((state) => state.lastStored)
  const [last, setLast] = useState(stored)
  const [count, setCount] = useState(0)
  if (stored !== last) {
    setLast(stored)
    if (stored?.base === null) setCount(count + 1)
  }
  return count
}

/**
 * Switches the codec between its two heights. The attribute is on the root element, because `index.html` sets it before
 * the first paint.
 */
function useCodecHeight(isCompact: boolean) {
  const codec = useRef<HTMLElement>(null)
  const isHydrated = useHydratedValue<boolean>(true, false)
  useLayoutEffect(() => {
    if (!isHydrated || !codec.current) return
    const before = codec.current.offsetHeight
    document.documentElement.toggleAttribute('data-compact-codec', isCompact)
    const after = codec.current.offsetHeight
    if (before === after || isMotionReduced()) return
    codec.current.animate({ height: [`${before}px`, `${after}px`], overflow: ['clip', 'clip'] }, RESIZE)
  }, [isHydrated, isCompact])
  return codec
}
