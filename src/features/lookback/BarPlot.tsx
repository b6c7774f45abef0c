import { useId } from 'react'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import { useWidth } from './useWidth.ts'
import '#src/styles/entryParts.css'
import './BarPlot.css'

export type PlottedBar = {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The search that finds the bar's entries. */
  readonly search: string
}

type Props = {
  readonly title: string
  readonly unit: string
  readonly bars: readonly PlottedBar[]
  readonly onShow: (search: string) => void
}

const HEIGHT_PX = 180
const LEFT_PX = 52
const RIGHT_PX = 40
const BOTTOM_PX = 26
const TOP_PX = 8
/** The approximate width of a label. */
const LABEL_PX = 88
/** Limits the width of a bar. A new journal has few bars, so each bar would be very wide. */
const MAX_BAR_PX = 48
const TICKS = 4
/**
 * If there are more bars than this, the labels are wider than the bars, and the last label needs space on its right.
 */
const MANY_BARS = 8

/**
 * Renders a bar chart and a table with the same data. A press on a bar or on a table row shows the entries that it
 * counts. The chart is hidden from screen readers, which use the table.
 */
export function BarPlot({ title, unit, bars, onShow }: Props) {
  const id = useId()
  const { ref, width } = useWidth()
  const maxValue = Math.max(...bars.map(({ value }) => value), 1)
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [LEFT_PX, Math.max(width - (bars.length > MANY_BARS ? RIGHT_PX : 0), LEFT_PX + 1)],
    padding: 0.2,
  })
  const barPx = Math.min(x.bandwidth(), MAX_BAR_PX)
  const y = scaleLinear({ domain: [0, maxValue], range: [HEIGHT_PX - BOTTOM_PX, TOP_PX], nice: true })
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  const labelStep = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(width / LABEL_PX))))
  const shownLabels = bars.filter((_, index) => index % labelStep === 0)
  return (
    <figure className="plot" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`} className="panel-title">
        {title}
      </figcaption>
      {total === 0 ? (
        <p className="muted">{LOOKBACK_TEXT.emptyChart}</p>
      ) : (
        <>
          <div ref={ref} aria-hidden="true">
            <svg width={width} height={HEIGHT_PX}>
              {y.ticks(TICKS).map((tick) => (
                <line key={tick} className="plot-rule" x1={LEFT_PX} x2={width} y1={y(tick)} y2={y(tick)} />
              ))}
              {bars.map(({ key, label, value, search }) => (
                <Bar
                  key={key}
                  className="plot-bar"
                  x={(x(key) ?? 0) + (x.bandwidth() - barPx) / 2}
                  y={value === 0 ? y(0) - 1 : y(value)}
                  width={barPx}
                  height={value === 0 ? 1 : y(0) - y(value)}
                  onClick={() => onShow(search)}
                >
                  <title>{`${label}: ${value.toLocaleString('en-US')} ${unit}`}</title>
                </Bar>
              ))}
              <AxisLeft
                scale={y}
                left={LEFT_PX}
                numTicks={TICKS}
                hideAxisLine
                hideTicks
                tickFormat={(value) => Number(value).toLocaleString('en-US')}
                tickLabelProps={{ className: 'plot-label', textAnchor: 'end', dx: -4, dy: 4 }}
              />
              <AxisBottom
                scale={x}
                top={HEIGHT_PX - BOTTOM_PX}
                hideTicks
                axisLineClassName="plot-rule"
                tickValues={shownLabels.map(({ key }) => key)}
                tickFormat={(key) => bars.find((one) => one.key === key)?.label ?? ''}
                tickLabelProps={{ className: 'plot-label', textAnchor: 'middle', dy: 4 }}
              />
            </svg>
          </div>
          <details>
            <summary>{LOOKBACK_TEXT.showTable}</summary>
            <div className="plot-table" role="region" aria-label={LOOKBACK_TEXT.tableOf(title)} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{title}</th>
                    <th scope="col">{unit}</th>
                  </tr>
                </thead>
                <tbody>
                  {bars
                    .filter(({ value }) => value > 0)
                    .map(({ key, label, value, search }) => (
                      <tr key={key}>
                        <th scope="row">
                          <button type="button" className="text-key" onClick={() => onShow(search)}>
                            {label}
                          </button>
                        </th>
                        <td>{value.toLocaleString('en-US')}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </figure>
  )
}
