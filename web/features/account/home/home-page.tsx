import { cardHref, ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import door from '../../../ui/art/spot-open-door.svg?url'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { ArrowLink } from '../../../ui/button/text-link.tsx'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { Badge, Count } from '../../../ui/status/badge.tsx'
import { Delta } from '../../../ui/status/icon-tile.tsx'
import { HomeCardPanel } from './home-card.tsx'
import type { HomeView, StripCard, Week } from './home-view.ts'
import css from './home.css?inline'
import href from './home.css?url'
import { NextSteps } from './next-steps.tsx'

type Props = { view: HomeView; dismissed: string | null; writeNumber(value: number): string }

/** Everything about one card that is worth a look today. It never repeats a page: it leads there. */
export function HomePage({ view, dismissed, writeNumber }: Props) {
  const t = useTranslate()
  const { greeting, today, strip, card, steps, waiting, week, newest } = view
  const { alias } = card
  return (
    <div className="home">
      <PageStyle name="home-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PageHeader
        title={greeting}
        lead={strip.length === 0 && today}
        actions={
          <ButtonLink kind="primary" icon="share-2" href={`${cardHref({ alias }, 'home')}#share`} reloadDocument>
            {t('dashboard.shareCard')}
          </ButtonLink>
        }
      />
      {strip.length > 0 && <CardStrip cards={strip} alias={alias} writeNumber={writeNumber} />}
      <div className="home-grid">
        <HomeCardPanel card={card} />
        <NextSteps key={alias} alias={alias} steps={steps} waiting={waiting} dismissed={dismissed} />
        <WeekPanel alias={alias} week={week} writeNumber={writeNumber} />
        <section className="ui-panel padded home-newest">
          <header>
            <h2>{t('dashboard.newest')}</h2>
            <ArrowLink href={ownerHref(alias, 'myContacts')} reloadDocument>
              {newest && newest.count > 0 ? t('dashboard.allContacts', { count: newest.count }) : t('owner.contacts')}
            </ArrowLink>
          </header>
          {!newest && <p className="home-none">{t('dashboard.newestUnread')}</p>}
          {newest?.rows.length === 0 && <p className="home-none">{t('contacts.empty')}</p>}
          <ul>
            {newest?.rows.map((row) => (
              <li key={row.id}>
                <a href={row.href}>
                  <Avatar name={row.name} />
                  <div>
                    <b>
                      <bdi>{row.name}</bdi>
                      {row.isNew && <Badge kind="door">{t('inbox.new')}</Badge>}
                    </b>
                    <small dir="auto">{row.note}</small>
                  </div>
                  <time dateTime={row.iso}>{row.at}</time>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

function WeekPanel({ alias, week, writeNumber }: { alias: string; week: Week | null; writeNumber(value: number): string }) {
  const t = useTranslate()
  const number = (count: number | null, name: string) =>
    count !== null && (
      <div>
        <dt>{name}</dt>
        <dd>{writeNumber(count)}</dd>
      </div>
    )
  return (
    <section className="ui-panel padded home-week">
      <header>
        <h2>{t('dashboard.week')}</h2>
        <ArrowLink href={ownerHref(alias, 'analytics')} reloadDocument>
          {t('analytics.title')}
        </ArrowLink>
      </header>
      {week ? (
        <>
          <p className="home-views">
            <b>{writeNumber(week.views)}</b> <span>{t('dashboard.cardViews', { count: week.views })}</span>
            {week.change && (
              <Delta way={week.change.way} label={t(`dashboard.change.${week.change.way}`, { by: week.change.text })}>
                {week.change.text}
              </Delta>
            )}
          </p>
          <BarChart
            bars={week.bars}
            words={{ name: t('dashboard.chart'), period: t('dashboard.day'), now: t('dashboard.week'), before: t('dashboard.weekBefore') }}
            writeNumber={writeNumber}
          />
          <dl>
            {number(week.contacts, t('dashboard.weekContacts', { count: week.contacts ?? 0 }))}
            {number(week.clicks, t('dashboard.weekClicks', { count: week.clicks ?? 0 }))}
          </dl>
        </>
      ) : (
        <p className="home-none">{t('dashboard.weekUnread')}</p>
      )}
    </section>
  )
}

/** From two cards on: which one the rest of the page is about. */
function CardStrip({ cards, alias, writeNumber }: { cards: readonly StripCard[]; alias: string; writeNumber(value: number): string }) {
  const t = useTranslate()
  return (
    <nav className="home-strip" aria-label={t('dashboard.cards')}>
      <ul>
        {cards.map((card) => (
          <li key={card.alias}>
            <a href={card.href} aria-current={card.alias === alias ? 'true' : undefined}>
              <Avatar name={card.name} picture={card.portrait ?? undefined} size={48} />
              <span>
                <b dir="auto">{card.name}</b>
                <small>
                  {card.isOn
                    ? card.views !== null && t('dashboard.viewsThisWeek', { count: card.views, number: writeNumber(card.views) })
                    : t('dashboard.off')}
                </small>
              </span>
              {card.newContacts > 0 && (
                <Count of={card.newContacts} label={t('owner.newContacts', { count: card.newContacts })} kind="door" />
              )}
            </a>
          </li>
        ))}
        <li>
          <a className="home-new" href="/account/new">
            <Icon name="plus" />
            {t('dashboard.newCard')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** An account before its first card. */
export function NoCard() {
  const t = useTranslate()
  return (
    <EmptyState
      art={door}
      title={t('dashboard.none')}
      action={
        <ButtonLink kind="primary" size="large" href="/account/new" reloadDocument>
          {t('dashboard.first')}
        </ButtonLink>
      }
    >
      {t('dashboard.noneMore')}
    </EmptyState>
  )
}
