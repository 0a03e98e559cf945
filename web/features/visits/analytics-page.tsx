import type { Language } from '#contract/languages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import openDoor from '../../ui/art/door-ajar.svg?url'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import { AnalyticsBars } from './analytics-bars.tsx'
import { AnalyticsCards } from './analytics-cards.tsx'
import { AnalyticsChart } from './analytics-chart.tsx'
import { AnalyticsColumns } from './analytics-columns.tsx'
import { AnalyticsHead } from './analytics-head.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import { writersOf } from './analytics-writers.ts'
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
      <a className="btn large wide brass" href={upgradeHref}>
        <Icon name="key-round" />
        {t('restricted.upgrade')}
      </a>
      <p className="club-price">{t('restricted.price', { price })}</p>
    </section>
  )
}
