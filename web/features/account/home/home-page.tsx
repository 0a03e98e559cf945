import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useShareHref } from '../../../platform/share-address.ts'
import mailbox from '../../../ui/art/spot-mailbox.svg?url'
import openDoor from '../../../ui/art/spot-open-door.svg?url'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { ArrowLink } from '../../../ui/button/text-link.tsx'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Words } from '../../../ui/list/words.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { Badge, Count } from '../../../ui/status/badge.tsx'
import { Delta } from '../../../ui/status/icon-tile.tsx'
import { HomeCardPanel } from './home-card.tsx'
import type { HomeView, StripCard, Week } from './account-home-view.ts'
import styles from './home.css?page-style'
import { NextSteps } from './next-steps.tsx'

type Props = { view: HomeView; dismissed: string | null; writeNumber(value: number): string }

/** An overview of one card: each part links to the page with the details. */
export function HomePage({ view, dismissed, writeNumber }: Props) {
  const t = useTranslate()
  const { greeting, today, strip, card, steps, waiting, week, newest } = view
  const { alias } = card
  const shareHref = useShareHref()
  return (
    <Stack>
      <PageStyle name="home-page" styles={styles} />
      <PageHeader
        title={greeting}
        lead={strip.length === 0 && today}
        actions={
          <ButtonLink kind="primary" icon="share-2" href={shareHref} preventScrollReset>
            {t('dashboard.shareCard')}
          </ButtonLink>
        }
      />
      {strip.length > 0 && <CardStrip cards={strip} alias={alias} writeNumber={writeNumber} />}
      <div className="home-grid">
        <HomeCardPanel card={card} />
        <NextSteps key={alias} alias={alias} steps={steps} waiting={waiting} dismissed={dismissed} />
        <WeekPanel alias={alias} week={week} writeNumber={writeNumber} />
        <Panel
          title={t('dashboard.newest')}
          action={
            <ArrowLink href={ownerHref(alias, 'myContacts')} reloadDocument>
              {newest && newest.count > 0 ? t('dashboard.allContacts', { count: newest.count }) : t('owner.contacts')}
            </ArrowLink>
          }
        >
          {!newest && <p className="ui-note">{t('dashboard.newestUnread')}</p>}
          {newest?.rows.length === 0 && (
            <EmptyState
              isInside
              art={mailbox}
              action={
                <ButtonLink icon="share-2" href={shareHref} preventScrollReset>
                  {t('dashboard.shareCard')}
                </ButtonLink>
              }
            >
              {t('contacts.empty')}
            </EmptyState>
          )}
          <List isInside>
            {newest?.rows.map((row) => (
              <ListRow
                key={row.id}
                lead={<Avatar name={row.name} />}
                title={<a href={row.href}>{row.name}</a>}
                note={row.note}
                mark={row.isNew && <Badge kind="door">{t('inbox.new')}</Badge>}
                end={row.iso ? <time dateTime={row.iso}>{row.at}</time> : row.at}
              />
            ))}
          </List>
        </Panel>
      </div>
    </Stack>
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
    <Panel
      title={t('dashboard.week')}
      action={
        <ArrowLink href={ownerHref(alias, 'analytics')} reloadDocument>
          {t('analytics.title')}
        </ArrowLink>
      }
    >
      {week && isQuiet(week) && (
        <EmptyState isInside art={openDoor}>
          {t('dashboard.weekEmpty')}
        </EmptyState>
      )}
      {week && !isQuiet(week) && (
        <>
          <p className="home-views">
            <b>{writeNumber(week.views)}</b> <span className="ui-note">{t('dashboard.cardViews', { count: week.views })}</span>
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
          <dl className="home-counts">
            {number(week.contacts, t('dashboard.weekContacts', { count: week.contacts ?? 0 }))}
            {number(week.clicks, t('dashboard.weekClicks', { count: week.clicks ?? 0 }))}
          </dl>
        </>
      )}
      {!week && <p className="ui-note">{t('dashboard.weekUnread')}</p>}
    </Panel>
  )
}

/** Nothing to compare yet: a chart of zeros says less than a sentence. */
const isQuiet = ({ bars, contacts, clicks }: Week) => !contacts && !clicks && bars.every(({ value, before }) => value === 0 && before === 0)

/** With several cards: chooses the one that the page is about. */
function CardStrip({ cards, alias, writeNumber }: { cards: readonly StripCard[]; alias: string; writeNumber(value: number): string }) {
  const t = useTranslate()
  return (
    <nav className="home-strip" aria-label={t('dashboard.cards')}>
      <ul>
        {cards.map((card) => (
          <li key={card.alias}>
            <a className="ui-panel across" href={card.href} aria-current={card.alias === alias ? 'true' : undefined}>
              <Avatar name={card.name} picture={card.portrait ?? undefined} size={48} />
              <Words
                title={card.name}
                note={
                  card.isOn
                    ? card.views !== null && t('dashboard.viewsThisWeek', { count: card.views, number: writeNumber(card.views) })
                    : t(card.isAvailable ? 'dashboard.off' : 'dashboard.unavailable')
                }
                isCut
              />
              {card.newContacts > 0 && (
                <Count of={card.newContacts} label={t('owner.newContacts', { count: card.newContacts })} kind="door" />
              )}
            </a>
          </li>
        ))}
        <li>
          <a className="home-new across" href="/account/new">
            <Icon name="plus" />
            {t('dashboard.newCard')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** An account without a card. */
export function NoCard() {
  const t = useTranslate()
  return (
    <EmptyState
      art={openDoor}
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
