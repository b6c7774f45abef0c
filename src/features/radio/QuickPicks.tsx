import { QUICK_PICKS, stationOf, type StationKey } from '#domain/radio/stations.ts'
import { RADIO_PLAYER_TEXT } from '#domain/texts/radioPlayer.ts'
import { toggleRadio } from './actions.ts'

/** Renders a button for each of the two quick-pick stations. */
export function QuickPicks({ station }: { readonly station: StationKey }) {
  return (
    <div className="segment strip-picks" role="group" aria-label={RADIO_PLAYER_TEXT.quickPicks}>
      {QUICK_PICKS.map((pick) => (
        <button key={pick} type="button" aria-pressed={pick === station} onClick={() => void toggleRadio(pick)}>
          {stationOf(pick).name.replace(' Radio', '')}
        </button>
      ))}
    </div>
  )
}
