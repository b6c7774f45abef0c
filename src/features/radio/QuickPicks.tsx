import { QUICK_PICKS, stationOf, type StationKey } from '#domain/radio/stations.ts'
import { toggleRadio } from './actions.ts'

/** The two stations that are one press away. */
export function QuickPicks({ station }: { readonly station: StationKey }) {
  return (
    <div className="segment strip-picks" role="group" aria-label="Quick picks">
      {QUICK_PICKS.map((pick) => (
        <button key={pick} type="button" aria-pressed={pick === station} onClick={() => void toggleRadio(pick)}>
          {stationOf(pick).name.replace(' Radio', '')}
        </button>
      ))}
    </div>
  )
}
