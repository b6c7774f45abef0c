import { useState } from 'react'
import { ExternalLink, RadioTower } from 'lucide-react'
import { SLEEP_MINUTES } from '#domain/radio/playback.ts'
import { LONG_DESCRIPTION_CHARACTERS, stationOf, type StationKey } from '#domain/radio/stations.ts'
import { STATION_TEXT } from '#domain/texts/stations.ts'
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
          {STATION_TEXT.title}
        </h2>
        <Button look="ghost" className="at-end" onClick={() => setBrowsing(true)}>
          <RadioTower size={16} aria-hidden />
          {STATION_TEXT.showList}
        </Button>
      </div>
      <div className="pane-body">
        <p className="pane-name">{name}</p>
        <p className="secondary">
          {genre} · {place}
        </p>
        {long ? (
          <p className="pane-description" role="region" aria-label={STATION_TEXT.description} tabIndex={0}>
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

/** Renders the sleep timer, which stops the radio after the selected time. */
function SleepTimer() {
  const timeText = useTimeText()
  const sleep = useRadio((state) => state.sleep)
  const setSleepTimer = useRadio((state) => state.setSleepTimer)
  return (
    <label className="pane-sleep">
      <span>{STATION_TEXT.sleepTimer}</span>
      <select
        className="input"
        value={sleep?.minutes ?? ''}
        onChange={({ target }) => setSleepTimer(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{STATION_TEXT.sleepOff}</option>
        {SLEEP_MINUTES.map((each) => (
          <option key={each} value={each}>
            {STATION_TEXT.minutes(each)}
          </option>
        ))}
      </select>
      {sleep && <span className="secondary">{STATION_TEXT.stopsAt(timeText(sleep.at))}</span>}
    </label>
  )
}
