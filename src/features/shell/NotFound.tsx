import { Link, useLocation } from 'react-router'
import { ChevronLeft } from 'lucide-react'
import { DIAL } from '#domain/dial/frequency.ts'
import { NOT_FOUND_TEXT } from '#domain/texts/notFound.ts'
import { CODEC_TEXT } from '#domain/texts/codec.ts'
import { Scope } from '#src/ui/Scope.tsx'
import { TuningScale } from '#src/ui/TuningScale.tsx'
import './NotFound.css'

/** Shows the 404 screen: a tuning scale with the needle parked past its end. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <main className="off-dial">
      <p className="mono small muted off-dial-margin off-dial-address">{NOT_FOUND_TEXT.requested(pathname)}</p>
      <div className="glass off-dial-glass">
        <div className="off-dial-row" aria-hidden="true">
          <p className="off-dial-number glow">
            404<i>.</i>0<span>{CODEC_TEXT.megahertz}</span>
          </p>
          <div className="off-dial-scope">
            <Scope />
            <p className="silk">{NOT_FOUND_TEXT.noCarrier}</p>
          </div>
        </div>
        <div className="off-dial-scale">
          <TuningScale frequency={404} from={80.2} to={142.8} fine presets={false} />
        </div>
      </div>
      <div className="off-dial-margin off-dial-text">
        <h1>{NOT_FOUND_TEXT.title}</h1>
        <p className="lead muted">{NOT_FOUND_TEXT.explanation(DIAL.high.toFixed(1))}</p>
        <Link to="/" className="key key-primary key-large">
          <ChevronLeft size={16} aria-hidden />
          {NOT_FOUND_TEXT.back}
        </Link>
      </div>
    </main>
  )
}
