import { useEffect, useRef, useState } from 'react'
import { ChevronUp, Clock3, SquareMenu } from 'lucide-react'
import type { StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { Button } from '#src/ui/Button.tsx'
import './RadioPlayer.css'
import { NowPlaying, StationStatus } from './NowPlaying.tsx'
import type { PaneName } from './Pane.tsx'
import { PlayButton } from './PlayButton.tsx'
import { FavoriteButton, ShareButton } from './SongButtons.tsx'
import { Volume } from './Volume.tsx'
import { Vu } from './Vu.tsx'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const Pane = lazyWithPreload(async () => (await import('./Pane.tsx')).Pane)
const RadioSheet = lazyWithPreload(async () => (await import('./RadioSheet.tsx')).RadioSheet)

const PANES = {
  station: { name: RADIO_PLAYER_TEXT.station, Icon: SquareMenu },
  recent: { name: RADIO_PLAYER_TEXT.recent, Icon: Clock3 },
} as const

/** Renders the player bar at the bottom of every signed-in screen. */
export function RadioPlayer({ station }: { readonly station: StationKey }) {
  const [sheet, setSheet] = useState(false)
  return (
    <>
      <div className="player-spacer" />
      <section className="player" aria-label={RADIO_PLAYER_TEXT.title}>
        <div className="player-cell">
          <PlayButton large station={station} />
        </div>
        <StationStatus station={station} />
        <div className="player-cell player-now">
          <Vu />
          <NowPlaying station={station} />
        </div>
        <div className="player-cell player-keys">
          <FavoriteButton station={station} />
          <ShareButton station={station} />
          <PaneButton pane="station" station={station} />
          <PaneButton pane="recent" station={station} />
        </div>
        <Volume />
        <Button look="ghost" className="player-more" aria-label={RADIO_PLAYER_TEXT.open} onClick={() => setSheet(true)}>
          <ChevronUp size={20} aria-hidden />
        </Button>
      </section>
      {sheet && <RadioSheet station={station} onClose={() => setSheet(false)} />}
    </>
  )
}

/**
 * Opens a panel above the player bar. The browser closes the panel on Escape and on a press outside it. iOS before 18.3
 * ignores presses outside the panel, so this code closes the panel.
 */
function PaneButton({ pane, station }: { readonly pane: PaneName; readonly station: StationKey }) {
  const [open, setOpen] = useState(false)
  const { name, Icon } = PANES[pane]
  const id = `radio-${pane}`
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => (open ? closeOnPressOutside(body.current) : undefined), [open])
  return (
    <>
      <Button look="ghost" popoverTarget={id} aria-expanded={open}>
        <Icon size={16} aria-hidden />
        {name}
      </Button>
      <div
        ref={body}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className="player-pane panel layer"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && <Pane pane={pane} titleId={`${id}-title`} station={station} />}
      </div>
    </>
  )
}

function closeOnPressOutside(panel: HTMLElement | null): () => void {
  const close = ({ target }: PointerEvent) => {
    const isInside = target instanceof Element && (panel?.contains(target) || target.closest('[popovertarget]'))
    if (!isInside && panel?.matches(':popover-open')) panel.hidePopover()
  }
  document.addEventListener('pointerup', close)
  return () => document.removeEventListener('pointerup', close)
}
