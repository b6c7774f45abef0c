import { Link, useLocation } from 'react-router'
import { ChevronLeft } from 'lucide-react'
import { DIAL } from '#domain/frequency.ts'
import { Scope } from '#src/ui/Scope.tsx'
import { TuningScale } from '#src/ui/TuningScale.tsx'

/** An address that is not on the dial: the needle is parked past its end. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <main className="grid min-h-dvh content-start pt-10 wide:pt-24">
      <p className="mono mb-4 px-3 text-sm break-all text-muted wide:px-[12.5%]">Requested {pathname}</p>
      <div className="glass border-x-0 pt-8 pb-7 wide:pt-14">
        <div className="flex items-center justify-between gap-8 px-3 wide:pr-[7.8%] wide:pl-[12.5%]" aria-hidden="true">
          <p className="glow relative font-mono text-[clamp(5rem,16.1vw,14.5rem)] leading-[.84] font-normal tracking-[-.055em] [font-stretch:82%]">
            404<span className="mx-[-.12em]">.</span>0
            <span className="mono absolute top-0 left-[calc(100%+.5rem)] text-sm leading-none tracking-normal text-[var(--dim)] [text-shadow:none]">
              MHz
            </span>
          </p>
          <div className="hidden w-[37.5%] justify-items-end gap-4 wide:grid">
            <Scope className="h-[150px] w-full" />
            <p className="silk text-[var(--dim)]">No carrier</p>
          </div>
        </div>
        <div className="flex justify-end overflow-hidden">
          <TuningScale
            frequency={404}
            from={80.2}
            to={142.8}
            fine
            presets={false}
            className="mt-6 w-full max-wide:w-[56rem] max-wide:flex-none"
          />
        </div>
      </div>
      <div className="px-3 py-10 wide:px-[12.5%] wide:py-14">
        <h1 className="font-mono text-4xl font-semibold [font-stretch:80%]">Log Not Found</h1>
        <p className="mt-4 max-w-[30rem] text-lg text-muted">
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
