import { analyticsPeriodsDays } from '#contract/constants.ts'
import { Link } from 'react-router'
import type { Language } from '#contract/languages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import openDoor from '../../ui/art/door-ajar.svg?url'
import { ChartKey } from '../../ui/chart/chart-key.tsx'
import { LineChart, type ChartPoint } from '../../ui/chart/line-chart.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { StatePanel } from '../../ui/page/state-panel.tsx'
import { Tag } from '../../ui/status/badge.tsx'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { AnalyticsBars } from './analytics-bars.tsx'
import { AnalyticsCards } from './analytics-cards.tsx'
import { AnalyticsColumns } from './analytics-columns.tsx'
import type { AnalyticsView, DayCount } from './analytics-view.ts'
import { type Writers, writersOf } from './analytics-writers.ts'

type Props = {
  view: AnalyticsView
  language: Language
  /** Another period is loading. */
  isLoading: boolean
  upgradeHref: string
  /** The monthly price of PRO. */
  price: string
}

/** Analytics of a card: totals, views by day, and clicks by name. */
export function AnalyticsPage({ view, language, isLoading, upgradeHref, price }: Props) {
  const t = useTranslate()
  const writers = writersOf(language)
  const { isOpen, days } = view
  return (
    <Stack>
      <AnalyticsHead view={view} writers={writers} isLoading={isLoading} />
      <Stack isBusy={isLoading}>
        <AnalyticsCards view={view} writers={writers} upgradeHref={upgradeHref} />
        {!isOpen && <AnalyticsClub upgradeHref={upgradeHref} price={price} />}
        <AnalyticsChart view={view} writers={writers} />
        <Columns look="even">
          <AnalyticsBars name={t('analytics.social')} rows={view.social} {...{ isOpen, days, writers }} />
          <AnalyticsColumns name={t('analytics.links')} rows={view.links} {...{ isOpen, days, writers }} />
          {isOpen && (
            <>
              <AnalyticsBars name={t('analytics.pages')} rows={view.pages} {...{ isOpen, days, writers }} />
              <AnalyticsBars name={t('analytics.shared')} rows={view.shared} {...{ isOpen, days, writers }} />
            </>
          )}
        </Columns>
      </Stack>
    </Stack>
  )
}

/** Offers PRO with its additional numbers. */
function AnalyticsClub({ upgradeHref, price }: { upgradeHref: string; price: string }) {
  const t = useTranslate()
  return (
    <StatePanel id="pro-club" kind="brass" title={t('analytics.club')} art={{ src: openDoor, width: 108, height: 137 }}>
      <p>{t('analytics.clubLead')}</p>
      <ButtonLink kind="brass" size="large" icon="key-round" isDocument href={upgradeHref}>
        {t('restricted.upgrade')}
      </ButtonLink>
      <p className="ui-note">{t('restricted.price', { price })}</p>
    </StatePanel>
  )
}

/** Views by day, with the previous period as a dotted line behind them. */
function AnalyticsChart({ view: { byDay, days }, writers }: { view: AnalyticsView; writers: Writers }) {
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
    // Seven dates don't fit side by side on a phone.
    label: days === 7 ? writers.weekday(day) : writers.axisDay(day),
    name: writers.wholeDay(day),
    value,
    before: old,
    valueText: t('analytics.viewCount', { count: value, number: writers.number(value) }),
    beforeText: t('analytics.previousViews', { number: writers.number(old), days }),
  })
  return (
    <Panel title={words.name} action={<ChartKey now={words.now} before={words.before} isLine />}>
      {byDay ? <LineChart points={byDay.map(pointOf)} words={words} writeNumber={writers.number} /> : <p className="ui-note">-</p>}
    </Panel>
  )
}

/** The period, and a choice of periods if the plan allows it. */
function AnalyticsHead({ view, writers, isLoading }: { view: AnalyticsView; writers: Writers; isLoading: boolean }) {
  const t = useTranslate()
  const { days, isOpen, from, to } = view
  const required = useServerRequired()
  const periods = isOpen ? (
    <OnlineOnly {...required}>
      <nav className="ui-segments" aria-label={t('analytics.period')}>
        <ul>
          {analyticsPeriodsDays.map((period) => (
            <li key={period}>
              <Link to={`?days=${period}`} replace preventScrollReset data-online-only aria-current={period === days ? 'true' : undefined}>
                {t('analytics.days', { count: period })}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </OnlineOnly>
  ) : (
    <Tag>{t('analytics.last', { count: days })}</Tag>
  )
  return (
    <>
      <PageHeader
        title={t('analytics.title')}
        lead={t('analytics.lead', { from: writers.day(from), to: writers.day(to), days })}
        actions={periods}
      />
      <span className="sr-only" role="status">
        {isLoading && t('analytics.loading')}
      </span>
    </>
  )
}
