import { Stencil } from './Stencil.tsx'
import '#src/styles/levels.css'

/** Draws a level as a rubber stamp. On the page of one entry, the stamp is large and tilted. */
export function LevelStamp({ level, large = false }: { readonly level: string; readonly large?: boolean }) {
  return (
    <span className={large ? 'stamp stamp-large' : 'stamp'} data-level={level}>
      <Stencil text={level} />
    </span>
  )
}
