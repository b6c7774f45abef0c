import { useState } from 'react'
import { ExternalLink, RadioTower } from 'lucide-react'
import { SLEEP_MINUTES } from '#domain/radio/playback.ts'
import { LONG_DESCRIPTION_CHARACTERS, stationOf, type StationKey } from '#domain/radio/stations.ts'
import { useRadio } from '#src/stores/radio.ts'
import { Button } from '#src/ui/Button.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'

const StationBrowser = lazyWithPreload(async () => (await import('./StationBrowser.tsx')).StationBrowser)

/** Shows the details of a station and the sleep timer. */
export function StationInfo({ titleId, station }: { readonly titleId: string; readonly station: StationKey }) {
  const { name, genre, location: place, description, website } = stationOf(station)
  const [browsing, setBrowsing] = useState(false)
  const long = description.length > LONG_DESCRIPTION_CHARACTERS
  return (
    <>
      <div className="panel-head">
        <h2 id={titleId} className="panel-title">
          Station
        </h2>
        <Button look="ghost" className="at-end" onClick={() => setBrowsing(true)}>
          <RadioTower size={16} aria-hidden />
          All stations
        </Button>
      </div>
      <div className="pane-body">
        <p className="pane-name">{name}</p>
        <p className="secondary">
          {genre} · {place}
        </p>
        {long ? (
          <p className="pane-description" role="region" aria-label="Description" tabIndex={0}>
            {description}
          </p>
        ) : (
          <p>{description}</p>
        )}
        <a href={website} target="_blank" rel="noopener noreferrer" className="key pane-site">
          <ExternalLink size={16} aria-hidden />
          {new URL(website, location.href).hostname}
        </a>
        <SleepTimer />
      </div>
      {browsing && <StationBrowser onClose={() => setBrowsing(false)} />}
    </>
  )
}

/** Selects when the radio stops by itself. */
function SleepTimer() {
  const timeText = useTimeText()
  const sleep = useRadio((state) => state.sleep)
  const setSleepTimer = useRadio((state) => state.setSleepTimer)
  return (
    <label className="pane-sleep">
      <span>Sleep timer</span>
      <select
        className="input"
        value={sleep?.minutes ?? ''}
        onChange={({ target }) => setSleepTimer(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Off</option>
        {SLEEP_MINUTES.map((each) => (
          <option key={each} value={each}>
            {each} minutes
          </option>
        ))}
      </select>
      {sleep && <span className="secondary">Stops at {timeText(sleep.at)}</span>}
    </label>
  )
}
