import { useLocation } from 'react-router'
import type { StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { useRadio, type RadioStatus } from '#src/stores/radio.ts'
import './RadioStrip.css'
import { toggleRadio } from './actions.ts'
import { MusicButton } from './MusicButton.tsx'
import { PlayButton } from './PlayButton.tsx'
import { QuickPicks } from './QuickPicks.tsx'

const LAMPS: { readonly [status in RadioStatus]: string } = {
  error: 'danger',
  loading: 'warn',
  playing: 'ok',
  paused: 'muted',
}

/** Renders the radio controls in the top bar. */
export function RadioStrip({ station }: { readonly station: StationKey }) {
  const status = useRadio((state) => state.status)
  const dimmed = useLocation().pathname.startsWith('/logs/')
  return (
    <section className="strip" aria-label={RADIO_PLAYER_TEXT.strip} data-dimmed={dimmed || undefined}>
      <span className="silk strip-name" aria-hidden>
        {RADIO_PLAYER_TEXT.title}
      </span>
      <QuickPicks station={station} />
      <PlayButton station={station} onPress={() => void toggleRadio(station)} />
      <MusicButton />
      <p className={`lamp mono strip-status ${LAMPS[status]}`} data-status={status}>
        <span>{RADIO_PLAYER_TEXT.states[status]}</span>
      </p>
    </section>
  )
}
