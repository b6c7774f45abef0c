import { Pin } from 'lucide-react'
import { PRODUCT } from '#domain/product.ts'
import { stationOf } from '#domain/radio/stations.ts'
import { themeName } from '#domain/dial/themes.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { usePreferences } from '#src/stores/preferences.ts'
import { useRadio } from '#src/stores/radio.ts'
import { Button } from '#src/ui/Button.tsx'
import { CrossFade } from '#src/ui/CrossFade.tsx'
import { Stencil } from '#src/ui/Stencil.tsx'
import './TitlePlate.css'

/** Renders the codec's nameplate, which is also the heading of the dashboard. */
export function TitlePlate({ canBeCompact, isPinned }: { readonly canBeCompact: boolean; readonly isPinned: boolean }) {
  const user = useAuth((state) => state.user)
  const theme = useFrequency((state) => state.theme)
  const station = useRadio((state) => state.station)
  return (
    <div className="codec-plate">
      <div className="codec-title">
        <Stencil text={PRODUCT} />
        <h1 id="title-plate">
          <span className="sr-only-phone">{CODEC_TEXT.subtitleStart} </span>
          <span>{CODEC_TEXT.subtitle}</span>
        </h1>
      </div>
      <dl className="codec-facts">
        <Fact name={CODEC_TEXT.operator} value={user?.displayName || user?.email || ''} />
        <Fact name={CODEC_TEXT.theme} value={themeName(theme)} />
        <Fact name={CODEC_TEXT.station} value={station ? stationOf(station).name : CODEC_TEXT.noStation} />
      </dl>
      {canBeCompact && <PinButton isPinned={isPinned} />}
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <CrossFade text={value} />
      </dd>
    </div>
  )
}

/** Keeps the codec at its full height while the list is shown. */
function PinButton({ isPinned }: { readonly isPinned: boolean }) {
  const choose = usePreferences((state) => state.choose)
  return (
    <Button
      look="ghost"
      className="codec-pin"
      aria-label={CODEC_TEXT.pin}
      aria-pressed={isPinned}
      onClick={() => choose('codecPinned', !isPinned)}
    >
      <Pin size={16} aria-hidden />
    </Button>
  )
}
