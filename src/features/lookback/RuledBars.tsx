import { useId } from 'react'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import '#src/styles/levels.css'
import './RuledBars.css'

type Bar = {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The search that finds the bar's entries. */
  readonly search: string
  readonly level?: string
}

type Props = {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly onShow: (search: string) => void
}

/** Renders a few numbers as horizontal bars. A press on a bar shows the entries that it counts. */
export function RuledBars({ title, bars, onShow }: Props) {
  const id = useId()
  const shown = bars.filter(({ value }) => value > 0)
  const maxValue = Math.max(...shown.map(({ value }) => value), 1)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="panel-title">
        {title}
      </h3>
      {shown.length === 0 ? (
        <p className="lookback-empty muted">{LOOKBACK_TEXT.emptyChart}</p>
      ) : (
        <ul className="ruled-bars">
          {shown.map(({ key, label, value, search, level }) => (
            <li key={key}>
              <button type="button" data-level={level} onClick={() => onShow(search)}>
                <span>{label}</span>
                <i style={{ '--share': value / maxValue }} />
                <span>{value.toLocaleString('en-US')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
