import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import type { Writers } from './analytics-writers.ts'
import { countChange, percentChange, pointsChange, type Change, type Pair } from './report-change.ts'

type CardFacts = { name: string; pair: Pair | null; write(value: number): string; compare(pair: Pair): Change; isPro: boolean }

/** Four numbers, each against the preceding period. */
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
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.name}>
          {card.isPro && !view.isOpen ? <LockedCard name={card.name} href={upgradeHref} /> : <NumberCard card={card} writers={writers} />}
        </li>
      ))}
    </ul>
  )
}

function NumberCard({ card: { name, pair, write, compare }, writers }: { card: CardFacts; writers: Writers }) {
  const t = useTranslate()
  return (
    <article className="ui-panel number">
      <h2>{name}</h2>
      <p className="value">{pair ? write(pair.now) : '-'}</p>
      {pair ? <Compared change={compare(pair)} writers={writers} /> : <p className="change">{t('analytics.unknown')}</p>}
    </article>
  )
}

function LockedCard({ name, href }: { name: string; href: string }) {
  const t = useTranslate()
  return (
    <a className="ui-panel number locked" href={href} data-upgrade="">
      <h2>
        {name}
        <Icon name="key-round" />
      </h2>
      <p className="value">?</p>
      <p className="change">{t('analytics.proOnly')}</p>
    </a>
  )
}

const arrows = { up: 'trending-up', down: 'trending-down', flat: 'arrow-right' } as const

function Compared({ change: { way, unit, by }, writers }: { change: Change; writers: Writers }) {
  const t = useTranslate()
  const write = {
    percent: writers.percent,
    count: writers.number,
    points: (value: number) => t('analytics.points', { number: writers.points(value) }),
  }
  const written = write[unit](by)
  return (
    <p className={`change ${way}`}>
      <Icon name={arrows[way]} />
      <span aria-hidden="true">
        <b>{written}</b> {t('analytics.vs')}
      </span>
      <span className="sr-only">{t(`analytics.${way}`, { by: written })}</span>
    </p>
  )
}
