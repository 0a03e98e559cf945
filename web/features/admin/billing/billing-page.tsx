import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ArrowLink } from '../../../ui/button/text-link.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { AdminMain } from '../admin-main.tsx'
import { anyCardHref, placeHref } from '../admin-places.ts'
import type { BillingView } from './billing-view.ts'
import { EventRows } from './event-rows.tsx'
import { Moment } from '../moment.tsx'

/** The payment provider, what is pending, and what failed. */
export function BillingPage({ provider, plans, problems, waiting, orders, events, checks }: BillingView) {
  const t = useTranslate()
  const isWell = problems.length === 0 && events.length === 0
  return (
    <AdminMain title={t('admin.billing.title')} lead={t(provider ? 'admin.billing.lead' : 'admin.billing.leadNone')}>
      <Banner kind={isWell ? 'ok' : 'bad'} title={t(isWell ? 'admin.billing.allWorking' : 'admin.billing.unwell')}>
        {problems.map((sentence) => (
          <span key={sentence}>
            <br />
            {sentence}
          </span>
        ))}
      </Banner>
      <Panel>
        <Facts
          facts={[
            { name: t('admin.billing.provider'), value: provider || t('admin.billing.providerNone') },
            ...plans.map(({ name, price }) => ({ name, value: price })),
            ...(provider ? [{ name: t('admin.billing.waiting'), value: String(waiting) }] : []),
          ]}
        />
      </Panel>
      <Stack isTight>
        <h2>{t('admin.billing.orders')}</h2>
        {orders.length === 0 ? (
          <EmptyState title={t('admin.billing.ordersNone')} />
        ) : (
          <List label={t('admin.billing.orders')}>
            {orders.map(({ alias, offer, when, email }) => (
              <ListRow
                key={alias}
                title={<bdi dir="ltr">/{alias}</bdi>}
                href={anyCardHref(alias, 'plan')}
                note={
                  <>
                    {email && `${email} · `}
                    <Moment {...when} />
                  </>
                }
                end={<Badge kind="brass">{offer}</Badge>}
              />
            ))}
          </List>
        )}
      </Stack>
      {provider && (
        <>
          <Stack isTight>
            <h2>{t('admin.billing.troubled')}</h2>
            {events.length === 0 ? (
              <EmptyState title={t('admin.billing.troubledNone')} />
            ) : (
              <EventRows events={events} isOfCard={false} label={t('admin.billing.troubled')} />
            )}
            <ArrowLink href={placeHref('/webhooks')}>{t('admin.webhooksSee')}</ArrowLink>
          </Stack>
          <Panel
            title={t('admin.billing.checks')}
            action={
              <form method="post">
                <Button size="small" type="submit" name="intent" value="compare">
                  {t('admin.billing.compare')}
                </Button>
              </form>
            }
          >
            {checks.length === 0 && <p className="ui-note">{t('admin.billing.checksNone')}</p>}
          </Panel>
          {checks.length > 0 && (
            <List label={t('admin.billing.checks')} isWrapped>
              {checks.map(({ id, when, result, details, isBad }) => (
                <ListRow
                  key={id}
                  lead={<IconTile icon={isBad ? 'triangle-alert' : 'circle-check'} kind={isBad ? 'warn' : 'ok'} />}
                  title={result}
                  note={details.join(' · ')}
                  end={<Moment {...when} />}
                />
              ))}
            </List>
          )}
        </>
      )}
    </AdminMain>
  )
}
