import { Stencil } from './Stencil.tsx'
import '#src/themes/levels.css'

/** A classification level as a rubber stamp; large and tilted on the page of one entry. */
export function Stamp({ level, large = false }: { readonly level: string; readonly large?: boolean }) {
  return (
    <span className={large ? 'stamp stamp-large' : 'stamp'} data-level={level}>
      <Stencil text={level} className={large ? 'h-[26px]' : 'h-[11px]'} />
    </span>
  )
}
