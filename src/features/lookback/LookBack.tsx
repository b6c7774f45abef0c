import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { dayOf } from '#domain/activity/activity.ts'
import { dateText } from '#domain/clock.ts'
import { searchPath } from '#domain/search/searchQuery.ts'
import { searchBetween } from '#domain/activity/statistics.ts'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import { useJournal } from '#src/stores/journal.ts'
import '#src/styles/labeledInput.css'
import './LookBack.css'
import { useMinute } from '#src/ui/useMinute.ts'
import { BarPlot } from './BarPlot.tsx'
import { DayJump } from './DayJump.tsx'
import { OnThisDay } from './OnThisDay.tsx'
import { RuledBars } from './RuledBars.tsx'
import { TagCloud } from './TagCloud.tsx'

/** Shows statistics of the journal. Each chart links to the entries that it counts. */
export function LookBack() {
  const navigate = useNavigate()
  const lookBack = useJournal((state) => state.lookBack)
  const readLookBack = useJournal((state) => state.readLookBack)
  const size = useJournal((state) => state.count.known)
  const complete = useJournal((state) => state.isComplete)
  const revision = useJournal((state) => state.revision)
  const today = dayOf(useMinute()).from
  useEffect(() => void readLookBack(Date.now()), [readLookBack, revision, today])
  const show = (search: string) => void navigate(searchPath(search))
  if (!lookBack) return <p className="lookback-reading muted">{LOOKBACK_TEXT.loading}</p>
  const { statistics, onThisDay } = lookBack
  const firstWeek = statistics.weeks.findIndex(({ entries }) => entries > 0)
  const weeks = statistics.weeks.slice(Math.max(firstWeek, 0)).map(({ from, to, entries, words }) => ({
    key: String(from),
    label: dateText(from),
    search: searchBetween(from, to),
    entries,
    words,
  }))
  return (
    <div className="lookback">
      {!complete && (
        <p role="status" className="warn">
          {LOOKBACK_TEXT.incomplete(size)}
        </p>
      )}
      <OnThisDay entries={onThisDay} />
      <dl className="lookback-numbers">
        <Statistic name={LOOKBACK_TEXT.entries} value={statistics.entries} />
        <Statistic name={LOOKBACK_TEXT.words} value={statistics.words} />
        <Statistic name={LOOKBACK_TEXT.streak} value={statistics.streak} />
        <Statistic name={LOOKBACK_TEXT.longestStreak} value={statistics.longestStreak} />
      </dl>
      <DayJump />
      <BarPlot
        title={LOOKBACK_TEXT.entriesByWeek}
        unit={LOOKBACK_TEXT.entriesUnit}
        bars={weeks.map(({ entries, ...week }) => ({ ...week, value: entries }))}
        onShow={show}
      />
      <BarPlot
        title={LOOKBACK_TEXT.wordsByWeek}
        unit={LOOKBACK_TEXT.wordsUnit}
        bars={weeks.map(({ words, ...week }) => ({ ...week, value: words }))}
        onShow={show}
      />
      <div className="lookback-pair">
        <RuledBars
          title={LOOKBACK_TEXT.levels}
          bars={statistics.levels.map(({ level, entries }) => ({
            key: level,
            label: level,
            value: entries,
            search: `level:${level.toLowerCase()}`,
            level,
          }))}
          onShow={show}
        />
        <RuledBars
          title={LOOKBACK_TEXT.frequencies}
          bars={statistics.frequencies.map(({ mhz, band, entries }) => ({
            key: String(mhz),
            label: LOOKBACK_TEXT.frequency(mhz, band),
            value: entries,
            search: `mhz:${mhz}-${mhz}.9`,
          }))}
          onShow={show}
        />
      </div>
      <TagCloud onShow={show} />
    </div>
  )
}

function Statistic({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt className="silk">{name}</dt>
      <dd className="mono">{value.toLocaleString('en-US')}</dd>
    </div>
  )
}
