import { useTranslate } from '../../i18n/use-translate.ts'
import { LineChart, type ChartPoint } from '../../ui/chart/line-chart.tsx'
import type { AnalyticsView, DayCount } from './analytics-view.ts'
import type { Writers } from './analytics-writers.ts'

/** Views day by day, with the preceding period dotted behind them. */
export function AnalyticsChart({ view: { byDay, days }, writers }: { view: AnalyticsView; writers: Writers }) {
  const t = useTranslate()
  const before = t('analytics.before', { count: days })
  const words = {
    name: t('analytics.chart'),
    point: t('analytics.day'),
    now: t('analytics.now'),
    before,
    empty: t('analytics.empty'),
  }
  const pointOf = ({ day, value, before: old }: DayCount): ChartPoint => ({
    // Seven dates side by side are too long for a phone.
    label: days === 7 ? writers.weekday(day) : writers.axisDay(day),
    name: writers.wholeDay(day),
    value,
    before: old,
    said: t('analytics.said', { count: value, number: writers.number(value) }),
    saidBefore: t('analytics.saidBefore', { number: writers.number(old), days, count: days }),
  })
  return (
    <section className="sheet-panel chart-panel" aria-labelledby="views-by-day">
      <div className="chart-head">
        <h2 id="views-by-day">{words.name}</h2>
        <p className="chart-key" aria-hidden="true">
          <span className="key-now">{words.now}</span>
          <span className="key-before">{words.before}</span>
        </p>
      </div>
      {byDay ? <LineChart points={byDay.map(pointOf)} words={words} writeNumber={writers.number} /> : <p className="failed-part">-</p>}
    </section>
  )
}
