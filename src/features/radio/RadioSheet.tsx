import { useId } from 'react'
import { ChevronDown } from 'lucide-react'
import type { StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import '#src/ui/Dialog.css'
import './Pane.css'
import { PlayButton } from './PlayButton.tsx'
import { NowPlaying, StationStatus } from './NowPlaying.tsx'
import { FavoriteButton, ShareButton } from './SongButtons.tsx'
import { StationInfo } from './StationInfo.tsx'
import { Tracks } from './Tracks.tsx'
import { Volume } from './Volume.tsx'
import { Vu } from './Vu.tsx'

/** Renders all controls of the player in a dialog, for phones. */
export function RadioSheet({ station, onClose }: { readonly station: StationKey; readonly onClose: () => void }) {
  const id = useId()
  return (
    <Dialog labelledBy={id} onCancel={onClose} className="panel layer radio-sheet">
      <div className="panel-head">
        <h2 id={id} className="panel-title">
          {RADIO_PLAYER_TEXT.title}
        </h2>
        <Button look="ghost" className="at-end" aria-label={RADIO_PLAYER_TEXT.close} data-autofocus onClick={onClose}>
          <ChevronDown size={20} aria-hidden />
        </Button>
      </div>
      <div className="radio-sheet-now">
        <PlayButton large station={station} />
        <StationStatus station={station} />
        <Vu />
      </div>
      <div className="radio-sheet-row">
        <NowPlaying station={station} />
        <FavoriteButton station={station} />
        <ShareButton station={station} />
      </div>
      <div className="radio-sheet-row">
        <Volume />
      </div>
      <section aria-labelledby={`${id}-station`}>
        <StationInfo titleId={`${id}-station`} station={station} />
      </section>
      <section aria-labelledby={`${id}-tracks`}>
        <Tracks titleId={`${id}-tracks`} station={station} />
      </section>
    </Dialog>
  )
}
