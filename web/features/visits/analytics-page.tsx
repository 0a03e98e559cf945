import { analyticsPeriodsDays } from '#contract/constants.ts'
import { Link } from 'react-router'
import type { Language } from '#contract/languages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useNeedsReach } from '../../platform/connection/use-reach.ts'
import openDoor from '../../ui/art/door-ajar.svg?url'
import { LineChart, type ChartPoint } from '../../ui/chart/line-chart.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { Tag } from '../../ui/status/badge.tsx'
import { WhenReached } from '../../ui/when-reached.tsx'
import { AnalyticsBars } from './analytics-bars.tsx'
import { AnalyticsCards } from './analytics-cards.tsx'
import { AnalyticsColumns } from './analytics-columns.tsx'
import type { AnalyticsView, DayCount } from './analytics-view.ts'
import { type Writers, writersOf } from './analytics-writers.ts'
import css from './analytics-page.css?inline'
import href from './analytics-page.css?url'

type Props = {
  view: AnalyticsView
  language: Language
  /** Other numbers are on their way. */
  isLoading: boolean
  upgradeHref: string
  /** What PRO costs a month. */
  price: string
}

/** How a card does: in numbers, day by day, and by what was pressed. */
export function AnalyticsPage({ view, language, isLoading, upgradeHref, price }: Props) {
  const t = useTranslate()
  const writers = writersOf(language)
  const { isOpen, days } = view
  return (
    <div className="analytics" aria-busy={isLoading}>
      <PageStyle name="analytics-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <AnalyticsHead view={view} writers={writers} isLoading={isLoading} />
      <div className={isLoading ? 'numbers waiting' : 'numbers'}>
        <AnalyticsCards view={view} writers={writers} upgradeHref={upgradeHref} />
        {!isOpen && <AnalyticsClub upgradeHref={upgradeHref} price={price} />}
        <AnalyticsChart view={view} writers={writers} />
        <div className="two">
          <AnalyticsBars name={t('analytics.social')} rows={view.social} {...{ isOpen, days, writers }} />
          <AnalyticsColumns name={t('analytics.links')} rows={view.links} {...{ isOpen, days, writers }} />
        </div>
        {isOpen && (
          <div className="two">
            <AnalyticsBars name={t('analytics.pages')} rows={view.pages} {...{ isOpen, days, writers }} />
            <AnalyticsBars name={t('analytics.shared')} rows={view.shared} {...{ isOpen, days, writers }} />
          </div>
        )}
      </div>
    </div>
  )
}

/** What more there is to see, behind a door that stands ajar. */
function AnalyticsClub({ upgradeHref, price }: { upgradeHref: string; price: string }) {
  const t = useTranslate()
  return (
    <section className="club" aria-labelledby="pro-club">
      <img src={openDoor} width="108" height="137" alt="" />
      <h2 id="pro-club">{t('analytics.club')}</h2>
      <p>{t('analytics.clubLead')}</p>
      <ButtonLink kind="brass" size="large" icon="key-round" isDocument href={upgradeHref}>
        {t('restricted.upgrade')}
      </ButtonLink>
      <p className="club-price">{t('restricted.price', { price })}</p>
    </section>
  )
}

/** Views day by day, with the preceding period dotted behind them. */
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
    // Seven dates side by side are too long for a phone.
    label: days === 7 ? writers.weekday(day) : writers.axisDay(day),
    name: writers.wholeDay(day),
    value,
    before: old,
    said: t('analytics.said', { count: value, number: writers.number(value) }),
    saidBefore: t('analytics.saidBefore', { number: writers.number(old), days }),
  })
  return (
    <section className="ui-panel padded chart-panel" aria-labelledby="views-by-day">
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

/** The period, and the choice of another where the plan leaves one. */
function AnalyticsHead({ view, writers, isLoading }: { view: AnalyticsView; writers: Writers; isLoading: boolean }) {
  const t = useTranslate()
  const { days, isOpen, from, to } = view
  const needs = useNeedsReach()
  const periods = isOpen ? (
    <WhenReached {...needs}>
      <nav className="ui-segments" aria-label={t('analytics.period')}>
        <ul>
          {analyticsPeriodsDays.map((period) => (
            <li key={period}>
              <Link to={`?days=${period}`} replace preventScrollReset data-needs-reach aria-current={period === days ? 'true' : undefined}>
                {t('analytics.days', { count: period })}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </WhenReached>
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
