import { useTranslate } from '../../i18n/use-translate.ts'
import { Tiles } from '../../ui/page/layout.tsx'
import { NumberTile } from '../../ui/status/figures.tsx'
import { Delta } from '../../ui/status/icon-tile.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import type { Writers } from './analytics-writers.ts'
import { countChange, percentChange, pointsChange, type Change, type Pair } from './report-change.ts'

type CardFacts = { name: string; pair: Pair | null; write(value: number): string; compare(pair: Pair): Change; isPro: boolean }

/** Four numbers, each compared with the previous period. */
export function AnalyticsCards({ view, writers, upgradeHref }: { view: AnalyticsView; writers: Writers; upgradeHref: string }) {
  const t = useTranslate()
  const { number, rate } = writers
  const cards: CardFacts[] = [
    { name: t('analytics.views'), pair: view.views, write: number, compare: percentChange, isPro: false },
    { name: t('analytics.contacts'), pair: view.contacts, write: number, compare: countChange, isPro: false },
    { name: t('analytics.clicks'), pair: view.clicks, write: number, compare: percentChange, isPro: true },
    { name: t('analytics.rate'), pair: view.rate, write: rate, compare: pointsChange, isPro: true },
  ]
  return (
    <Tiles isSmall>
      {cards.map(({ name, pair, write, compare, isPro }) =>
        isPro && !view.isOpen ? (
          <NumberTile key={name} title={name} value="?" note={t('analytics.proOnly')} href={upgradeHref} />
        ) : (
          <NumberTile
            key={name}
            title={name}
            value={pair ? write(pair.now) : '-'}
            note={pair ? <Compared change={compare(pair)} writers={writers} /> : t('analytics.unknown')}
          />
        ),
      )}
    </Tiles>
  )
}

function Compared({ change: { way, unit, by }, writers }: { change: Change; writers: Writers }) {
  const t = useTranslate()
  const write = {
    percent: writers.percent,
    count: writers.number,
    points: (value: number) => t('analytics.points', { count: value, number: writers.points(value) }),
  }
  const written = write[unit](by)
  return (
    <>
      <Delta way={way} label={t(`analytics.${way}`, { by: written })}>
        {written}
      </Delta>{' '}
      <span aria-hidden="true">{t('analytics.vs')}</span>
    </>
  )
}
