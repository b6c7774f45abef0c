import { LoaderCircle, ScanText } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { LogEntry } from '#domain/log.ts'
import { ANALYSIS_TEXT } from '#domain/messages.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { Key } from '#src/ui/Key.tsx'
import '#src/themes/analysis.css'
import { analyse, type Place } from './actions.ts'

type Props = {
  readonly entry: LogEntry
  /** What it is called while nothing is analysed. */
  readonly name: string
  readonly place: Place
} & Pick<ComponentProps<typeof Key>, 'look' | 'className'>

/** Has an entry analysed. */
export function AnalyzeKey({ entry, name, place, ...key }: Props) {
  const busy = useAnalysis((state) => state.analyzing === entry.id)
  const Icon = busy ? LoaderCircle : ScanText
  return (
    <Key
      {...key}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) void analyse(entry, place)
      }}
    >
      <Icon size={15} aria-hidden className={busy ? 'busy-icon' : ''} />
      {busy ? ANALYSIS_TEXT.busy : name}
    </Key>
  )
}
