import { analyticsPeriodsDays } from '#contract/constants.ts'
import { Link } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useNeedsReach } from '../../platform/connection/use-reach.ts'
import { WhenReached } from '../../ui/when-reached.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import type { Writers } from './analytics-writers.ts'

/** The period, and the choice of another where the plan leaves one. */
export function AnalyticsHead({ view, writers, isLoading }: { view: AnalyticsView; writers: Writers; isLoading: boolean }) {
  const t = useTranslate()
  const { days, isOpen, from, to } = view
  const needs = useNeedsReach()
  return (
    <header className="analytics-head">
      <h1>{t('analytics.title')}</h1>
      {isOpen ? (
        <WhenReached {...needs}>
          <nav className="periods" aria-label={t('analytics.period')}>
            {analyticsPeriodsDays.map((period) => (
              <Link
                key={period}
                to={`?days=${period}`}
                replace
                preventScrollReset
                data-needs-reach
                aria-current={period === days ? 'true' : undefined}
              >
                {t('analytics.days', { count: period })}
              </Link>
            ))}
          </nav>
        </WhenReached>
      ) : (
        <p className="period">{t('analytics.last', { count: days })}</p>
      )}
      <p className="lead">{t('analytics.lead', { from: writers.day(from), to: writers.day(to), days, count: days })}</p>
      <span className="sr-only" role="status">
        {isLoading && t('analytics.loading')}
      </span>
    </header>
  )
}
