import { ExternalLink, LoaderCircle, Pause, Play, TriangleAlert, Volume2 } from 'lucide-react'
import { stationOf, type StationKey } from '#domain/stations.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { isOn, useRadio } from '#src/stores/radio.ts'
import { Key } from '#src/ui/Key.tsx'
import '#src/themes/range.css'
import '#src/themes/player.css'

/** Specification §2. */
const VOLUME_STEP = 0.1

const ICONS = { paused: Play, loading: LoaderCircle, playing: Pause, error: Play } as const
const LAMPS = { paused: 'text-muted', loading: 'text-muted', playing: 'text-ok', error: 'text-danger' } as const

/** The bar at the foot of every screen, once a station has been chosen. */
export function RadioPlayer({ station }: { readonly station: StationKey }) {
  const radio = useRadio()
  const { status, fault } = radio
  const on = isOn(radio)
  const Icon = ICONS[status]
  const { name, description, website } = stationOf(station)
  return (
    <>
      <div className="player-room" />
      <section className="player" aria-label="Radio">
        <div className="player-cell">
          <Key
            large
            className="player-play"
            aria-label={on ? 'Pause radio' : 'Play radio'}
            onClick={() => (on ? radio.pause() : void radio.play(station))}
          >
            <Icon size={18} className={status === 'loading' ? 'player-loading' : ''} aria-hidden />
          </Key>
        </div>
        <div className="player-cell player-station" role="status">
          <p className={`lamp ${LAMPS[status]}`}>
            <span className="mono font-semibold">{status === 'playing' ? 'LIVE' : 'STANDBY'}</span>
          </p>
          <p className="player-name">{name}</p>
        </div>
        <div className="player-cell player-about">
          {fault === null ? (
            <p className="text-muted">{description}</p>
          ) : (
            <p role="alert" className="player-fault">
              <TriangleAlert size={16} aria-hidden />
              {fault}
            </p>
          )}
        </div>
        <div className="player-cell player-site">
          <a href={website} target="_blank" rel="noopener noreferrer" className="key key-ghost">
            <ExternalLink size={16} aria-hidden />
            {new URL(website).hostname}
          </a>
        </div>
        <Volume />
      </section>
    </>
  )
}

function Volume() {
  const { radioVolume, choose } = usePreferences()
  return (
    <label className="player-cell player-volume">
      <Volume2 size={18} className="flex-none" aria-label="Radio volume" />
      <input
        type="range"
        className="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={radioVolume}
        style={{ '--fill': `${radioVolume * 100}%` }}
        onChange={({ target }) => choose('radioVolume', target.valueAsNumber)}
      />
      <span className="mono text-sm" aria-hidden>
        {radioVolume.toFixed(1)}
      </span>
    </label>
  )
}
