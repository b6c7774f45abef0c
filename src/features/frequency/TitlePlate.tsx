import { PRODUCT } from '#domain/product.ts'
import { stationOf } from '#domain/radio/stations.ts'
import { themeName } from '#domain/dial/themes.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { useAuth } from '#src/stores/auth.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { useRadio } from '#src/stores/radio.ts'
import { Stencil } from '#src/ui/Stencil.tsx'
import './TitlePlate.css'

/** Renders the codec's nameplate, which is also the heading of the dashboard. */
export function TitlePlate() {
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
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
