import { barPercent, countText, operationStatus } from '#domain/entry/entryCount.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { useCount } from './useListed.ts'

const SEGMENTS = 10

/** How many entries there are, and the desk's standing labels. */
export function OperationsStats() {
  const count = useCount()
  const percent = barPercent(count.known)
  const number = countText(count)
  const rows = [
    { name: 'STATUS', value: operationStatus(count), lamp: count.known > 0 ? 'text-ok' : 'text-muted' },
    { name: 'SECURITY', value: 'GREEN', lamp: 'text-ok' },
    { name: 'UPTIME', value: '99.9%', lamp: undefined },
    { name: 'ALERT', value: 'CLEAR', lamp: 'text-ok' },
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
      <Panel title="Operations Stats" className="hidden desk:block">
        <div className="p-4 pb-0">
          <p className="flex items-baseline gap-2.5">
            <span className="mono text-[2.5rem] leading-none">{number}</span>
            <span className="silk">ENTRIES</span>
          </p>
          {bar}
        </div>
        <dl className="mono px-4 text-xs">
          {rows.map(({ name, value, lamp }) => (
            <div key={name} className="flex items-center justify-between border-t border-line py-[.4375rem]">
              <dt className="text-muted">{name}</dt>
              <dd className={lamp && `lamp ${lamp}`}>
                <span>{value}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <section aria-label="Operations Stats" className="panel desk:hidden">
        <dl className="mono flex flex-wrap text-xs wide:text-[0.8125rem]">
          {[{ name: 'ENTRIES', value: number, lamp: undefined }, ...rows].map(({ name, value, lamp }) => (
            <div
              key={name}
              className="flex flex-1 flex-col-reverse gap-1 border-l border-line px-2 py-2 leading-[1.3] first:border-l-0 wide:px-4"
            >
              <dt className="text-muted">{name}</dt>
              <dd className={lamp && `lamp gap-1.5 ${lamp}`}>
                <span>{value}</span>
              </dd>
            </div>
          ))}
        </dl>
        <div className="px-4">{bar}</div>
      </section>
    </>
  )
}
