import type { ReactNode } from 'react'
import { PRODUCT, VERSION } from '#domain/product.ts'
import { SIGN_IN_TEXT } from '#domain/texts/signIn.ts'
import { Stencil } from '#src/ui/Stencil.tsx'
import { TuningScale } from '#src/ui/TuningScale.tsx'
import './AuthScreen.css'

/** Renders the screen around a visitor's form: contour map, wordmark and tuning scale. */
export function AuthScreen({ children, foot }: { readonly children: ReactNode; readonly foot?: ReactNode }) {
  return (
    <main className="auth-screen">
      <div className="auth-screen-title">
        <Stencil text={PRODUCT} />
        <p className="lead muted">
          {SIGN_IN_TEXT.motto}
          <br />
          {SIGN_IN_TEXT.mottoEnd}
        </p>
      </div>
      <div className="auth-screen-scale glass">
        <TuningScale from={85.7} to={137.3} fine />
      </div>
      {children}
      <div className="auth-screen-foot mono small muted">
        {VERSION}
        {foot}
      </div>
    </main>
  )
}
