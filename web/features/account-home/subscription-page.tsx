import type { ReactNode } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import type { EveryKey } from '../../i18n/say.ts'
import { useSite } from '../../platform/use-site.ts'
import type { AccountIconName } from '../../ui/icons/icon-names.ts'
import { AccountIcon as Icon } from '../../ui/icons/account-icon.tsx'

export type SubscriptionView = {
  alias: string
  name: string
  /** The state in words, and what it means. */
  label: string
  more: string
  kind: 'free' | 'trial' | 'open' | 'bad'
  trial: { daysLeft: number; days: number } | null
  others: { alias: string; name: string }[]
}

const features = [
  ['star', 'restricted.reviews'],
  ['infinity', 'restricted.contacts'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['message-square-text', 'restricted.integration'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [AccountIconName, EveryKey][]

const freeKeeps = ['subscription.freeCard', 'subscription.freeContact', 'subscription.freeFive', 'subscription.freeWeek'] as const

/**
 * How a card’s plan stands. A part of the page answers to each thing a link may ask for (#upgrade, #update-card, #renew, #cancel):
 * the browser scrolls there and gives it the focus, without a script.
 */
export function SubscriptionPage({ view }: { view: SubscriptionView }) {
  const say = useAccountSay()
  const { kind, trial } = view
  return (
    <div className="subscription">
      <section className="plan-now" id="plan" tabIndex={-1} aria-labelledby="plan-title">
        <p className="plan-kind">
          <Icon name="key-round" />
          <span dir="auto">{view.name}</span>
        </p>
        <h2 id="plan-title">{view.label}</h2>
        <p>{view.more}</p>
        {trial && <TrialDays {...trial} />}
      </section>
      <div className="plan-parts">
        <Part id="upgrade" title={say('subscription.pro')} isWide>
          <ul className="plan-features">
            {features.map(([icon, key]) => (
              <li key={key}>
                <Icon name={icon} />
                {say(key)}
              </li>
            ))}
          </ul>
          <p className="plan-price">
            <b>{say('subscription.price')}</b> {say('subscription.priceMore')}
          </p>
          {kind === 'open' && <p>{say('subscription.isOpen')}</p>}
        </Part>
        <Part id="free" title={say('subscription.free')}>
          <ul className="plan-keeps">
            {freeKeeps.map((key) => (
              <li key={key}>
                <Icon name="check" />
                {say(key)}
              </li>
            ))}
          </ul>
        </Part>
        <Part id="payments" title={say('subscription.payments')} isWide>
          <HowToPay />
          <div className="plan-asks">
            <Ask id="update-card" title={say('subscription.updateCard')} more={say('subscription.updateCardMore')} />
            <Ask id="renew" title={say('subscription.renew')} more={say('subscription.renewMore')} />
            <Ask id="cancel" title={say('subscription.cancel')} more={say('subscription.cancelMore')} />
          </div>
        </Part>
      </div>
      {view.others.length > 0 && (
        <Part id="others" title={say('subscription.others')}>
          <ul className="plan-others">
            {view.others.map(({ alias, name }) => (
              <li key={alias}>
                <a href={`/account/subscription?alias=${alias}`}>
                  <b dir="auto">{name}</b>
                  <small>/{alias}</small>
                  <Icon name="chevron-right" />
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Part({ id, title, isWide = false, children }: { id: string; title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={isWide ? 'plan-part wide' : 'plan-part'} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** One thing that a link may ask for. */
function Ask({ id, title, more }: { id: string; title: string; more: string }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p>{more}</p>
    </section>
  )
}

/** The days of a trial as a street of doors: those behind one, and those to come. */
function TrialDays({ daysLeft, days }: { daysLeft: number; days: number }) {
  return (
    <p className="plan-days" aria-hidden="true">
      {Array.from({ length: days }, (_, day) => (
        <i key={day} className={day < days - daysLeft ? 'gone' : undefined} />
      ))}
    </p>
  )
}

/** Who takes the money here, as long as nobody else does. */
function HowToPay() {
  const say = useAccountSay()
  const { supportPhone, helpUrl } = useSite()
  return (
    <p className="plan-pay">
      {say('subscription.pay')}{' '}
      {supportPhone && <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{say('subscription.call', { phone: supportPhone })}</a>}{' '}
      {helpUrl && <a href={helpUrl}>{say('subscription.help')}</a>}
    </p>
  )
}
