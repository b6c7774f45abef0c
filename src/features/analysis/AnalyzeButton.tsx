import { LoaderCircle, ScanText } from 'lucide-react'
import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT } from '#domain/messages.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { Key } from '#src/ui/Button.tsx'
import '#src/themes/analysis.css'
import { analyse, type Place } from './actions.ts'
import { entryAround } from './entryAround.ts'

type Props = {
  readonly entry: LogEntry
  /** What it is called while nothing is analysed. */
  readonly name: string
  readonly place: Place
} & Pick<ComponentProps<typeof Key>, 'look' | 'className'>

/** Has an entry analysed. */
export function AnalyzeKey({ entry, name, place, ...rest }: Props) {
  const busy = useAnalysis((state) => state.analyzing === entry.id)
  const key = useRef<HTMLButtonElement>(null)
  useKeptFocus(key, busy)
  const Icon = busy ? LoaderCircle : ScanText
  return (
    <Key {...rest} ref={key} disabled={busy} onClick={() => void analyse(entry, place)}>
      <Icon size={15} aria-hidden className={busy ? 'busy-icon' : ''} />
      {busy ? ANALYSIS_TEXT.busy : name}
    </Key>
  )
}

/**
 * A browser takes the focus from a key that is disabled: meanwhile it is with the entry, and returns to the key unless
 * the user has gone on from there.
 */
function useKeptFocus(key: RefObject<HTMLButtonElement | null>, disabled: boolean): void {
  const meanwhile = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (disabled) {
      if (!key.current || document.activeElement !== key.current) return
      meanwhile.current = entryAround(key.current)
      meanwhile.current?.focus({ preventScroll: true })
      return
    }
    if (meanwhile.current && document.activeElement === meanwhile.current) key.current?.focus({ preventScroll: true })
    meanwhile.current = null
  }, [key, disabled])
}
