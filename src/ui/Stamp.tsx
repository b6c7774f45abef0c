import { Stencil } from './Stencil.tsx'
import '#src/styles/levels.css'

/** Draws a level as a rubber stamp, large and tilted on the page of one entry. */
export function Stamp({ level, large = false }: { readonly level: string; readonly large?: boolean }) {
  return (
    <span className={large ? 'stamp stamp-large' : 'stamp'} data-level={level}>
      <Stencil text={level} />
    </span>
  )
}
