import { useId, useState } from 'react'
import { ExternalLink, Pause, Play, X } from 'lucide-react'
import { searchStations, type Station } from '#domain/radio/stations.ts'
import { STATION_TEXT } from '#domain/texts/stations.ts'
import { isRadioOn, useRadio } from '#src/stores/radio.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import '#src/ui/Dialog.css'
import './Pane.css'

/** Lists all stations with a search field and play buttons. */
export function StationBrowser({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const found = searchStations(typed.trim())
  return (
    <Dialog labelledBy={id} onCancel={onClose} className="panel layer ask stations">
      <div className="dialog-head">
        <h2 id={id} className="panel-title">
          {STATION_TEXT.list}
        </h2>
        <Button look="ghost" className="at-end" aria-label={STATION_TEXT.closeList} onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      <input
        type="search"
        className="input"
        aria-label={STATION_TEXT.search}
        placeholder={STATION_TEXT.searchHint}
        value={typed}
        maxLength={100}
        data-autofocus
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="sr-only" role="status">
        {STATION_TEXT.count(found.length)}
      </p>
      <ul className="pane-list">
        {found.map((station) => (
          <StationRow key={station.key} station={station} />
        ))}
      </ul>
      {found.length === 0 && <p className="pane-message">{STATION_TEXT.noMatch}</p>}
    </Dialog>
  )
}

function StationRow({ station: { key, name, genre, location, description, website } }: { readonly station: Station }) {
  const current = useRadio(({ station }) => station === key)
  const on = useRadio(isRadioOn) && current
  const toggle = useRadio((state) => state.toggle)
  const Icon = on ? Pause : Play
  return (
    <li aria-current={current || undefined}>
      <Button aria-label={on ? STATION_TEXT.pause(name) : STATION_TEXT.play(name)} onClick={() => void toggle(key)}>
        <Icon size={16} aria-hidden />
      </Button>
      <div className="station-text">
        <p className="station-name">{name}</p>
        <p className="mono fine muted">
          {genre} · {location}
        </p>
        <p className="secondary">{description}</p>
      </div>
      <a
        className="key key-ghost"
        href={website}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={STATION_TEXT.website(name)}
      >
        <ExternalLink size={16} aria-hidden />
      </a>
    </li>
  )
}
