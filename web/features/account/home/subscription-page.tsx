import type { ReactNode } from 'react'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { chooseHref } from './choose-href.ts'
import { PlanInvoices } from './plan-invoices.tsx'
import { PlanNow } from './plan-now.tsx'
import { PlanPayments } from './plan-payments.tsx'
import css from './subscription.css?inline'
import href from './subscription.css?url'
import type { PlanTold, SubscriptionView } from './subscription-view.ts'

const features = [
  ['star', 'restricted.reviews'],
  ['infinity', 'restricted.contacts'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['badge-check', 'restricted.integration'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [IconName, MessageKey][]

const freeKeeps = ['subscription.freeCard', 'subscription.freeContact', 'subscription.freeFive', 'subscription.freeWeek'] as const

type Props = {
  view: SubscriptionView
  told: PlanTold | null
  /** Where a plan is chosen, once it is asked for. */
  chooser: ReactNode
}

/**
 * How a card’s plan stands. A part of the page answers to each thing a link may ask for (#upgrade, #update-card, #renew, #cancel):
 * the browser scrolls there and gives it the focus, without a script.
 */
export function SubscriptionPage({ view, told, chooser }: Props) {
  const t = useTranslate()
  const { kind, can } = view
  return (
    <div className="subscription">
      <PageStyle name="subscription" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <PlanMessages view={view} told={told} />
      <PlanNow view={view} isChoosing={chooser !== null} />
      {chooser && (
        <section className="plan-chooser" id="choose" tabIndex={-1} aria-labelledby="choose-title">
          <h2 id="choose-title">{t('subscribe.title')}</h2>
          {chooser}
        </section>
      )}
      <div className="plan-parts">
        <Part id="upgrade" title={t('subscription.pro')}>
          <ul className="plan-features">
            {features.map(([icon, key]) => (
              <li key={key}>
                <Icon name={icon} />
                {t(key)}
              </li>
            ))}
          </ul>
          <ul className="plan-prices">
            {view.plans.map(({ name, price }) => (
              <li key={name}>
                <b>{name}</b> {price}
              </li>
            ))}
          </ul>
          <p>{t(kind === 'open' ? 'subscription.isOpen' : 'subscription.priceMore')}</p>
          {can.subscribe && !chooser && (
            <a className={view.order === 'none' ? 'btn large wide brass' : 'btn wide outline'} href={chooseHref(view.alias)}>
              {t('subscription.choose')}
            </a>
          )}
        </Part>
        <Part id="free" title={t('subscription.free')}>
          <ul className="plan-keeps">
            {freeKeeps.map((key) => (
              <li key={key}>
                <Icon name="check" />
                {t(key)}
              </li>
            ))}
          </ul>
        </Part>
        <Part id="payments" title={t('subscription.payments')}>
          <PlanPayments view={view} />
        </Part>
      </div>
      <Part id="invoices" title={t('subscription.invoices')}>
        <PlanInvoices invoices={view.invoices} />
      </Part>
      {view.others.length > 0 && (
        <Part id="others" title={t('subscription.others')}>
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

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="plan-part" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** What became of the last button, and of what was asked for before. */
function PlanMessages({ view: { order, paidBy }, told }: { view: SubscriptionView; told: PlanTold | null }) {
  const t = useTranslate()
  const href = told?.href
  return (
    <>
      {told && (
        <p className={told.isBad ? 'plan-told bad' : 'plan-told'} role={told.isBad ? 'alert' : 'status'}>
          <Icon name={told.isBad ? 'circle-alert' : 'check'} />
          <span>
            {told.text} {href && <a href={href}>{t('subscription.goOn')}</a>}
          </span>
        </p>
      )}
      {order === 'paying' && (
        <p className="plan-told wait" role="status">
          <Icon name="clock" />
          <span>
            <b>{t('subscription.processing')}</b> {t('subscription.processingMore')}
          </span>
        </p>
      )}
      {order === 'open' && (
        <p className="plan-told wait" role="status">
          <Icon name="clock" />
          <span>
            <b>{t(paidBy === 'person' ? 'subscription.asked' : 'subscription.begun')}</b>{' '}
            {t(paidBy === 'person' ? 'subscription.askedMore' : 'subscription.begunMore')}
          </span>
        </p>
      )}
    </>
  )
}
