import { LoaderCircle, Pause, Play } from 'lucide-react'
import type { StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { isRadioOn, useRadio } from '#src/stores/radio.ts'
import { Button } from '#src/ui/Button.tsx'
import './RadioPlayer.css'

const ICONS = { paused: Play, loading: LoaderCircle, playing: Pause, error: Play } as const

type Props = {
  readonly station: StationKey
  readonly large?: boolean
  /** Replaces the default action of the button, which plays or pauses the station. */
  readonly onPress?: () => void
}

export function PlayButton({ station, large = false, onPress }: Props) {
  const status = useRadio((state) => state.status)
  const on = useRadio(isRadioOn)
  const toggle = useRadio((state) => state.toggle)
  const Icon = ICONS[status]
  const press = onPress ?? (() => void toggle(station))
  return (
    <Button
      large={large}
      className="player-play"
      aria-label={on ? RADIO_PLAYER_TEXT.pause : RADIO_PLAYER_TEXT.play}
      onClick={press}
    >
      <Icon size={large ? 18 : 14} className={status === 'loading' ? 'player-loading' : ''} aria-hidden />
    </Button>
  )
}
