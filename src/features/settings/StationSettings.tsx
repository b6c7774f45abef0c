import { BANDS } from '#domain/dial/frequency.ts'
import { STATIONS, type StationKey } from '#domain/radio/stations.ts'
import { THEMES, type Theme } from '#domain/dial/themes.ts'
import { bandEndsText } from '#domain/dial/tuning.ts'
import { BAND_SETTINGS_TEXT } from '#domain/texts/tuner.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useSession } from '#src/stores/userStore.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.tsx'
import './StationSettings.css'

/** Selects the station of each theme. */
export function StationSettings() {
  const theme = useFrequency((state) => state.theme)
  return (
    <Panel
      title={BAND_SETTINGS_TEXT.title}
      aside={<p className="secondary at-end sr-only-phone">{BAND_SETTINGS_TEXT.hint}</p>}
    >
      <ul className="bands">
        {[true, false].flatMap((onDial) =>
          THEMES.filter((one) => one.onDial === onDial).map((one) => (
            <Band key={one.theme} {...one} current={one.theme === theme} />
          )),
        )}
      </ul>
    </Panel>
  )
}

function Band({ theme, name, current }: { readonly theme: Theme; readonly name: string; readonly current: boolean }) {
  const session = useSession()
  const station = useSettings(({ settings }) => settings.themeStations[theme])
  const choose = (key: StationKey) => {
    const { settings, choose: save } = useSettings.of(session).getState()
    save({ themeStations: { ...settings.themeStations, [theme]: key } }).catch((error: unknown) => {
      console.warn('The stations were not stored.', error)
      toast.error(BAND_SETTINGS_TEXT.notSynced)
    })
  }
  const range = BANDS.find((one) => one.theme === theme)
  return (
    <li aria-current={current || undefined}>
      <span className="band-colors" data-theme={theme} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>{name}</span>
      <span className="mono small muted">{range ? bandEndsText(range) : BAND_SETTINGS_TEXT.notOnDial}</span>
      <select
        className="input"
        aria-label={BAND_SETTINGS_TEXT.stationOf(name)}
        value={station}
        onChange={({ target }) => choose(stationKeyOf(target.value, station))}
      >
        {STATIONS.map(({ key, name: stationName }) => (
          <option key={key} value={key}>
            {stationName}
          </option>
        ))}
      </select>
    </li>
  )
}

const stationKeyOf = (value: string, fallback: StationKey): StationKey =>
  STATIONS.find(({ key }) => key === value)?.key ?? fallback
