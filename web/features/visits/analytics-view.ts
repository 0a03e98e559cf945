import { linkClicks, socialClicks } from '#contract/events.ts'
import { rateOf, type Pair } from './report-change.ts'
import { totalOf, type Counts } from './report-counts.ts'
import { daysOf, type Days } from './report-ranges.ts'

export type Counted = { name: string; count: number }
export type DayCount = { day: string; value: number; before: number }

/** Null: failed to load. The rest of the page is shown. */
export type AnalyticsView = {
  days: Days
  /** PRO or trial: the owner sees clicks, and more than a week. */
  isOpen: boolean
  from: string
  to: string
  views: Pair | null
  contacts: Pair | null
  clicks: Pair | null
  rate: Pair | null
  byDay: DayCount[] | null
  social: Counted[] | null
  links: Counted[] | null
  pages: Counted[] | null
  shared: Counted[] | null
}

export type Answers = { byDay: Counts | null; contacts: Pair | null; clicks: Counts | null; pages: Counts | null; shared: Counts | null }

const rowsMax = 5

export function analyticsView(answers: Answers, { days, isOpen, today }: { days: Days; isOpen: boolean; today: string }): AnalyticsView {
  const period = daysOf(days, today)
  const views = totalsOf(answers.byDay)
  const clicks = totalsOf(answers.clicks)
  return {
    days,
    isOpen,
    from: dashed(period.now[0]),
    to: dashed(period.now.at(-1)),
    views,
    contacts: answers.contacts,
    clicks,
    rate: views && clicks && { now: rateOf(clicks.now, views.now), before: rateOf(clicks.before, views.before) },
    byDay: answers.byDay && filledDays(answers.byDay, period),
    social: answers.clicks && chosen(answers.clicks, socialClicks),
    links: answers.clicks && chosen(answers.clicks, linkClicks),
    pages: answers.pages && most(answers.pages),
    shared: answers.shared && most(answers.shared),
  }
}

const totalsOf = (counts: Counts | null): Pair | null => counts && { now: totalOf(counts.now), before: totalOf(counts.before) }

/** Days without views have no row in the report. */
function filledDays(counts: Counts, { now, before }: { now: string[]; before: string[] }): DayCount[] {
  return now.map((day, index) => ({
    day: dashed(day),
    value: counts.now.get(day) ?? 0,
    before: counts.before.get(before[index] ?? '') ?? 0,
  }))
}

const chosen = ({ now }: Counts, names: readonly string[]): Counted[] =>
  names.map((name) => ({ name, count: now.get(name) ?? 0 })).toSorted((a, b) => b.count - a.count)

const most = ({ now }: Counts): Counted[] =>
  [...now]
    .filter(([name]) => !name.startsWith('('))
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, rowsMax)

const dashed = (day = '') => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
