import { entryCountBarPercent, countText, operationStatus } from '#domain/entry/entryCount.ts'
import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { useEntryCount } from './useEntryList.ts'
import './OperationsStats.css'

const SEGMENTS = 10

type StatRow = { readonly name: string; readonly value: string; readonly lamp?: 'ok' | 'muted' }

/** Renders the statistics panel: the number of entries, and rows with constant text. */
export function OperationsStats() {
  const count = useEntryCount()
  const percent = entryCountBarPercent(count.known)
  const number = countText(count)
  const rows: readonly StatRow[] = [
    { name: LOG_LIST_TEXT.status, value: operationStatus(count), lamp: count.known > 0 ? 'ok' : 'muted' },
    { name: LOG_LIST_TEXT.security, value: LOG_LIST_TEXT.securityValue, lamp: 'ok' },
    { name: LOG_LIST_TEXT.uptime, value: LOG_LIST_TEXT.uptimeValue },
    { name: LOG_LIST_TEXT.alert, value: LOG_LIST_TEXT.alertValue, lamp: 'ok' },
  ]
  const bar = (
    <div
      className="bar"
      role="meter"
      aria-label={LOG_LIST_TEXT.entriesMeter}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      {Array.from({ length: SEGMENTS }, (_, index) => (
        <i key={index} data-on={percent > index * SEGMENTS || undefined} />
      ))}
    </div>
  )
  return (
    <>
      <Panel title={LOG_LIST_TEXT.stats} className="stats-panel">
        <div className="stats-total">
          <p className="stats-count">
            <span className="mono">{number}</span>
            <span className="silk">{LOG_LIST_TEXT.entriesUnit}</span>
          </p>
          {bar}
        </div>
        <dl className="stats-rows mono fine">
          <StatRows rows={rows} />
        </dl>
      </Panel>
      <section aria-label={LOG_LIST_TEXT.stats} className="panel stats-strip">
        <dl className="mono">
          <StatRows rows={[{ name: LOG_LIST_TEXT.entriesUnit, value: number }, ...rows]} />
        </dl>
        {bar}
      </section>
    </>
  )
}

const StatRows = ({ rows }: { readonly rows: readonly StatRow[] }) =>
  rows.map(({ name, value, lamp }) => (
    <div key={name}>
      <dt className="muted">{name}</dt>
      <dd className={lamp && `lamp ${lamp}`}>
        <span>{value}</span>
      </dd>
    </div>
  ))
