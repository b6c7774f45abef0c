import { TriangleAlert } from 'lucide-react'
import { RETRY_DELAYS_MS } from '#domain/radio/playback.ts'
import { stationOf, type StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { useRadio } from '#src/stores/radio.ts'
import { songOnAir, useSongs } from '#src/stores/songs.ts'
import { CrossFade } from '#src/ui/CrossFade.tsx'

const LAMPS = { paused: 'muted', loading: 'warn', playing: 'ok', error: 'danger' } as const

/** Shows LIVE or STANDBY and the station's name. */
export function StationStatus({ station }: { readonly station: StationKey }) {
  const status = useRadio((state) => state.status)
  return (
    <div className="player-cell player-station" role="status">
      <p className={`lamp ${LAMPS[status]}`}>
        <span className="mono">{status === 'playing' ? RADIO_PLAYER_TEXT.live : RADIO_PLAYER_TEXT.standby}</span>
      </p>
      <p className="player-name">
        <CrossFade text={stationOf(station).name} />
      </p>
    </div>
  )
}

/** Shows the error or the current song. If there is neither, shows the station's description. */
export function NowPlaying({ station }: { readonly station: StationKey }) {
  const error = useRadio((state) => state.error)
  const retry = useRadio((state) => state.retry)
  const song = useSongs(songOnAir)
  if (error !== null)
    return (
      <p role="alert" className="player-error">
        <TriangleAlert size={16} aria-hidden />
        {error}
      </p>
    )
  if (retry > 0)
    return (
      <p role="status" className="player-song warn">
        {RADIO_PLAYER_TEXT.reconnecting(retry, RETRY_DELAYS_MS.length)}
      </p>
    )
  if (!song) return <p className="player-song muted">{stationOf(station).description}</p>
  return (
    <div className="player-song">
      <p className="player-title" dir="auto">
        {song.title}
      </p>
      <p className="player-artist" dir="auto">
        {song.artist}
      </p>
    </div>
  )
}
