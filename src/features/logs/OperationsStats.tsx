import { barPercent, countText, operationStatus } from '#domain/entry/entryCount.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { useCount } from './useListed.ts'
import './OperationsStats.css'

const SEGMENTS = 10

/** Shows the number of entries and the constant labels of the panel. */
export function OperationsStats() {
  const count = useCount()
  const percent = barPercent(count.known)
  const number = countText(count)
  const rows = [
    { name: 'STATUS', value: operationStatus(count), lamp: count.known > 0 ? 'ok' : 'muted' },
    { name: 'SECURITY', value: 'GREEN', lamp: 'ok' },
    { name: 'UPTIME', value: '99.9%', lamp: undefined },
    { name: 'ALERT', value: 'CLEAR', lamp: 'ok' },
  ]
  const bar = (
    <div
      className="bar"
      role="meter"
      aria-label="Entries"
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
      <Panel title="Operations Stats" className="stats-panel">
        <div className="stats-total">
          <p className="stats-count">
            <span className="mono">{number}</span>
            <span className="silk">ENTRIES</span>
          </p>
          {bar}
        </div>
        <dl className="stats-rows mono fine">
          {rows.map(({ name, value, lamp }) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd className={lamp && `lamp ${lamp}`}>
                <span>{value}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <section aria-label="Operations Stats" className="panel stats-strip">
        <dl className="mono">
          {[{ name: 'ENTRIES', value: number, lamp: undefined }, ...rows].map(({ name, value, lamp }) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd className={lamp && `lamp ${lamp}`}>
                <span>{value}</span>
              </dd>
            </div>
          ))}
        </dl>
        {bar}
      </section>
    </>
  )
}
