import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { EventRows } from './event-rows.tsx'
import { PageMain, Part } from '../page-main.tsx'
import { anyCardHref } from '../places.ts'
import type { DeskTrouble, DeskView } from '../views.ts'

type Props = Extract<DeskView, { page: 'billing' }> & { told: string | null; trouble: DeskTrouble | null }

/** Who takes the money, what waits, and what went wrong. */
export function BillingPage({ billing, told, trouble }: Props) {
  const say = useAccountSay()
  const { provider, plans, troubles, waiting, orders, events, checks } = billing
  const isWell = troubles.length === 0 && events.length === 0
  const facts = [
    [say('deskBilling.provider'), provider || say('deskBilling.providerNone')],
    ...plans.map(({ name, price }) => [name, price]),
    ...(provider ? [[say('deskBilling.waiting'), String(waiting)]] : []),
  ]
  return (
    <PageMain
      title={say('deskBilling.title')}
      lead={say(provider ? 'deskBilling.lead' : 'deskBilling.leadNone')}
      told={told}
      trouble={trouble}
    >
      <p className={isWell ? 'desk-told' : 'desk-told bad'}>
        <Icon name={isWell ? 'check' : 'circle-alert'} />
        <span>{say(isWell ? 'deskBilling.well' : 'deskBilling.unwell')}</span>
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
      <Part title={say('deskBilling.orders')}>
        {orders.length === 0 && <p className="op-none">{say('deskBilling.ordersNone')}</p>}
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
          <Part title={say('deskBilling.troubled')}>
            {events.length === 0 ? (
              <p className="op-none">{say('deskBilling.troubledNone')}</p>
            ) : (
              <EventRows events={events} isOfCard={false} />
            )}
          </Part>
          <Part title={say('deskBilling.checks')}>
            <form method="post">
              <button className="btn outline" type="submit" name="intent" value="compare">
                {say('deskBilling.compare')}
              </button>
            </form>
            {checks.length === 0 && <p className="op-none">{say('deskBilling.checksNone')}</p>}
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
