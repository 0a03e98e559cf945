import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { EventRows } from './event-rows.tsx'
import { PageMain, Part } from '../page-main.tsx'
import { anyCardHref } from '../places.ts'
import type { DeskTrouble, DeskView } from '../views.ts'

type Props = Extract<DeskView, { page: 'billing' }> & { told: string | null; trouble: DeskTrouble | null }

/** Who takes the money, what waits, and what went wrong. */
export function BillingPage({ billing, told, trouble }: Props) {
  const t = useTranslate()
  const { provider, plans, troubles, waiting, orders, events, checks } = billing
  const isWell = troubles.length === 0 && events.length === 0
  const facts = [
    [t('deskBilling.provider'), provider || t('deskBilling.providerNone')],
    ...plans.map(({ name, price }) => [name, price]),
    ...(provider ? [[t('deskBilling.waiting'), String(waiting)]] : []),
  ]
  return (
    <PageMain title={t('deskBilling.title')} lead={t(provider ? 'deskBilling.lead' : 'deskBilling.leadNone')} told={told} trouble={trouble}>
      <p className={isWell ? 'desk-told' : 'desk-told bad'}>
        <Icon name={isWell ? 'check' : 'circle-alert'} />
        <span>{t(isWell ? 'deskBilling.well' : 'deskBilling.unwell')}</span>
      </p>
      {troubles.length > 0 && (
        <ul className="op-plain op-problem">
          {troubles.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <dl className="op-facts">
        {facts.map(([name, said]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      <Part title={t('deskBilling.orders')}>
        {orders.length === 0 && <p className="op-none">{t('deskBilling.ordersNone')}</p>}
        <ul className="desk-rows plain">
          {orders.map(({ alias, offer, when, email }) => (
            <li key={alias}>
              <span className="desk-words">
                <b>
                  <a href={`${anyCardHref(alias)}#billing`} dir="ltr">
                    /{alias}
                  </a>{' '}
                  <span className="badge quiet">{offer}</span>
                </b>
                <small dir="auto">{[email, when].filter(Boolean).join(' · ')}</small>
              </span>
            </li>
          ))}
        </ul>
      </Part>
      {provider && (
        <>
          <Part title={t('deskBilling.troubled')}>
            {events.length === 0 ? (
              <p className="op-none">{t('deskBilling.troubledNone')}</p>
            ) : (
              <EventRows events={events} isOfCard={false} />
            )}
          </Part>
          <Part title={t('deskBilling.checks')}>
            <form method="post">
              <button className="btn outline" type="submit" name="intent" value="compare">
                {t('deskBilling.compare')}
              </button>
            </form>
            {checks.length === 0 && <p className="op-none">{t('deskBilling.checksNone')}</p>}
            <ol className="desk-rows plain">
              {checks.map(({ id, when, said, details, isBad }) => (
                <li key={id}>
                  <span className="desk-words">
                    <b className={isBad ? 'op-problem' : undefined}>{said}</b>
                    <small>{when}</small>
                    {details.map((line) => (
                      <small key={line} dir="auto">
                        {line}
                      </small>
                    ))}
                  </span>
                </li>
              ))}
            </ol>
          </Part>
        </>
      )}
    </PageMain>
  )
}
