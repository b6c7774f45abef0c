import type { ReactNode } from 'react'
import { PRODUCT, VERSION } from '#domain/product.ts'
import { Stencil } from '#src/ui/Stencil.tsx'
import { TuningScale } from '#src/ui/TuningScale.tsx'

/** The screen outside the journal: contour map, wordmark, the scale across, and one form upon it. */
export function AuthScreen({ children, foot }: { readonly children: ReactNode; readonly foot?: ReactNode }) {
  return (
    <main className="doorway relative isolate grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-8 px-3 py-10 wide:grid-cols-[minmax(0,1fr)_416px] wide:content-center wide:px-10 desk:pr-24 desk:pl-16">
      <div className="wide:self-start">
        <Stencil
          text={PRODUCT}
          className="h-16 max-w-full wide:h-auto wide:max-h-[132px] wide:w-full wide:max-w-[595px]"
        />
        <p className="mt-6 max-w-[40ch] text-lg text-muted wide:text-xl wide:mt-12">
          A personal operations log.
          <br />
          Write it down before the net goes quiet.
        </p>
      </div>
      <div className="doorway-scale glass absolute inset-x-0 -z-1 hidden h-[152px] border-x-0 wide:block">
        <TuningScale from={85.7} to={137.3} fine className="mt-8 w-[max(100%,90rem)]" />
      </div>
      {children}
      <div className="mono flex min-h-11 items-center gap-4 text-sm text-muted wide:absolute wide:bottom-6.5 wide:left-10 desk:left-16">
        {VERSION}
        {foot}
      </div>
    </main>
  )
}
