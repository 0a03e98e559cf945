import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { chooseHref } from './choose-href.ts'
import type { SubscriptionView } from './subscription-view.ts'

const asks = ['update-card', 'renew', 'cancel'] as const

/** The card it is paid with, and everything that can be done about paying. */
export function PlanPayments({ view }: { view: SubscriptionView }) {
  const t = useTranslate()
  const { alias, can, card, kind, paidBy } = view
  const isChange = can.change && !can.resume
  const isOffered = {
    'update-card': can.update,
    renew: can.resume || can.change || (can.subscribe && kind === 'bad'),
    cancel: can.cancel,
  }
  return (
    <>
      {card && (
        <p className={card.isExpired ? 'plan-card bad' : 'plan-card'}>
          <Icon name="credit-card" />
          <span>
            <b>{card.printed}</b>
            {card.isExpired && <small>{t('subscription.cardExpired')}</small>}
          </span>
        </p>
      )}
      {paidBy === 'person' ? <HowToPay /> : !card && <p>{t('subscription.noCard')}</p>}
      {/* A link may ask for what cannot be done now: it leads to what can. */}
      {asks.map((id) => !isOffered[id] && <span key={id} id={id} tabIndex={-1} />)}
      <div className="plan-asks">
        {isOffered['update-card'] && (
          <Ask id="update-card" title={t('subscription.updateCard')} more={t('subscription.updateCardMore', { count: view.dunningDays })}>
            {can.update && <Act alias={alias} act="update-card" word={t(card ? 'subscription.updateCardDo' : 'subscription.addCard')} />}
          </Ask>
        )}
        {isOffered.renew && (
          <Ask
            id="renew"
            title={t(isChange ? 'plan.change' : 'subscription.renew')}
            more={t(can.resume ? 'subscription.resumeMore' : isChange ? 'subscription.changeMore' : 'subscription.renewMore')}
          >
            {can.resume && <Act alias={alias} act="resume" word={t('subscription.resume')} isMain />}
            {can.change && <Act alias={alias} act="change" word={t('subscription.change')} />}
            {can.subscribe && (
              <a className="btn outline" href={chooseHref(alias)}>
                {t('subscription.choose')}
              </a>
            )}
          </Ask>
        )}
        {isOffered.cancel && (
          <Ask id="cancel" title={t('subscription.cancel')} more={view.cancelMore || t('subscription.cancelMore')}>
            <details className="plan-sure">
              <summary className="btn outline">{t('subscription.cancelAsk')}</summary>
              <p>{t('subscription.cancelSure')}</p>
              <Act alias={alias} act="cancel" word={t('subscription.cancelDo')} isBad />
            </details>
          </Ask>
        )}
      </div>
    </>
  )
}

/** One thing that a link may ask for. */
function Ask({ id, title, more, children }: { id: string; title: string; more: string; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p>{more}</p>
      {children}
    </section>
  )
}

type ActProps = { alias: string; act: string; word: string; isMain?: boolean; isBad?: boolean }

function Act({ alias, act, word, isMain = false, isBad = false }: ActProps) {
  const { state } = useNavigation()
  const look = isBad ? 'btn bad' : isMain ? 'btn door' : 'btn outline'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="alias" value={alias} />
      {/* Pressed twice it is asked once. */}
      <button className={look} type="submit" name="act" value={act} aria-disabled={state === 'submitting' || undefined}>
        {word}
      </button>
    </Form>
  )
}

/** Who takes the money where nobody else does. */
function HowToPay() {
  const t = useTranslate()
  const { supportPhone, helpUrl } = useSite()
  return (
    <p className="plan-pay">
      {t('subscription.pay')}{' '}
      {supportPhone && <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{t('subscription.call', { phone: supportPhone })}</a>}{' '}
      {helpUrl && <a href={helpUrl}>{t('subscription.help')}</a>}
    </p>
  )
}
