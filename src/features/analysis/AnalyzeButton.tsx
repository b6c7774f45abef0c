import { LoaderCircle, ScanText } from 'lucide-react'
import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import type { LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import './analysis.css'
import { analyze, type EntryScreen } from './actions.ts'
import { enclosingEntry } from './enclosingEntry.ts'

type Props = {
  readonly entry: LogEntry
  /** The label while no analysis runs. */
  readonly name: string
  readonly place: EntryScreen
} & Pick<ComponentProps<typeof Button>, 'look' | 'className'>

/** Renders the button that starts the analysis of an entry. */
export function AnalyzeButton({ entry, name, place, ...rest }: Props) {
  const busy = useAnalysis((state) => state.analyzing === entry.id)
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  useFocusWhileDisabled(button, busy)
  const Icon = busy ? LoaderCircle : ScanText
  return (
    <Button {...rest} ref={button} disabled={busy} onClick={() => void analyze(session, entry, place)}>
      <Icon size={15} aria-hidden className={busy ? 'busy-icon' : ''} />
      <span>{busy ? ANALYSIS_TEXT.busy : name}</span>
    </Button>
  )
}

/**
 * Browsers remove the focus from a disabled button. Therefore moves the focus to the entry while the button is
 * disabled, and then back to the button, unless the user has moved the focus.
 */
function useFocusWhileDisabled(button: RefObject<HTMLButtonElement | null>, disabled: boolean): void {
  const fallbackElement = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (disabled) {
      if (!button.current || document.activeElement !== button.current) return
      fallbackElement.current = enclosingEntry(button.current)
      fallbackElement.current?.focus({ preventScroll: true })
      return
    }
    if (fallbackElement.current && document.activeElement === fallbackElement.current)
      button.current?.focus({ preventScroll: true })
    fallbackElement.current = null
  }, [button, disabled])
}
