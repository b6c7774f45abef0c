import { Link, useLocation } from 'react-router'
import { ChevronLeft } from 'lucide-react'
import { DIAL } from '#domain/dial/frequency.ts'
import { Scope } from '#src/ui/Scope.tsx'
import { TuningScale } from '#src/ui/TuningScale.tsx'
import '#src/themes/offDial.css'

/** An address that is not on the dial: the needle is parked past its end. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <main className="off-dial grid min-h-dvh content-start pt-10 wide:pt-24">
      <p className="mono mb-4 px-3 text-sm off-dial-margin break-all text-muted">Requested {pathname}</p>
      <div className="glass border-x-0 pt-8 pb-7 wide:pt-14">
        <div className="flex items-center justify-between off-dial-row gap-8 px-3" aria-hidden="true">
          <p className="off-dial-number glow">
            404<i>.</i>0<span>MHz</span>
          </p>
          <div className="hidden w-[37.5%] justify-items-end gap-4 wide:grid">
            <Scope className="h-[150px] w-full" />
            <p className="silk text-[var(--dim)]">No carrier</p>
          </div>
        </div>
        <div className="flex justify-end overflow-hidden">
          <TuningScale frequency={404} from={80.2} to={142.8} fine presets={false} className="mt-6 w-full" />
        </div>
      </div>
      <div className="off-dial-margin px-3 py-10 wide:py-14">
        <h1>Log Not Found</h1>
        <p className="mt-4 text-lg text-muted">
          That address is off the dial. The band ends at {DIAL.high.toFixed(1)} MHz and nothing is transmitting past it.
        </p>
        <Link to="/" className="key key-primary key-large mt-6">
          <ChevronLeft size={16} aria-hidden />
          Return to Base
        </Link>
      </div>
    </main>
  )
}
