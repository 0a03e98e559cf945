import { useId, type ComponentProps } from 'react'
import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { BillingStyle } from '../billing-style.tsx'
import { PlanBadge } from '../plan-badge.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { PlanFeatures } from '../plan-features.tsx'
import type { SubscribeSent, SubscribeView } from './subscribe-view.ts'
import { mostLetters, type SubscriberField } from './subscriber.ts'
import { useSubscribe } from './use-subscribe.ts'

type Props = { view: SubscribeView; sent: SubscribeSent | null; label: PlanLabel; daysLeft: number }

/** The form as a page of its own, with how the plan stands beside its name. */
export function SubscribePage({ view, sent, label, daysLeft }: Props) {
  const t = useTranslate()
  return (
    <div className="billing wide">
      <BillingStyle />
      <div className="billing-head">
        <h1>{t('subscribe.title')}</h1>
        <PlanBadge label={label} daysLeft={daysLeft} />
      </div>
      <SubscribeForm view={view} sent={sent} />
    </div>
  )
}

type FormProps = { view: SubscribeView; sent: SubscribeSent | null }

/** Who pays, where that is, and for which plan. It posts by itself, and is better with a script: nothing typed is ever lost. */
export function SubscribeForm({ view, sent }: FormProps) {
  const t = useTranslate()
  const needs = useNeedsReach()
  const { form, faults, isBusy, change, submit } = useSubscribe(view, sent)
  const typed = sent?.typed ?? view.usual
  const field = (name: SubscriberField) => {
    const fault = faults[name]
    const label = t(`subscribe.${name}`)
    return (
      <SubscribeField
        key={name}
        name={name}
        label={label}
        maxLength={mostLetters.line}
        {...kinds[name]}
        defaultValue={typed[name]}
        fault={fault && t(fault, { field: insideSentence(label) })}
      />
    )
  }
  return (
    <form
      key={view.alias}
      ref={form}
      className="subscribe"
      method="post"
      noValidate
      aria-label={t('subscribe.title')}
      onInput={change}
      onSubmit={(event) => void submit(event)}
    >
      <BillingStyle />
      <input type="hidden" name="intent" value="subscribe" />
      <div className="subscribe-fields">
        {sent?.paysAt && (
          <p className="billing-told" role="status">
            <Icon name="check" />
            <span>
              {t('subscribe.saved')} <a href={sent.paysAt}>{t('subscribe.payNow')}</a>
            </span>
          </p>
        )}
        {sent?.message && (
          <p className="billing-told bad" role="alert">
            <Icon name="circle-alert" />
            {sent.message}
          </p>
        )}
        <section className="billing-part" aria-labelledby="subscribe-you">
          <h2 id="subscribe-you">{t('subscribe.you')}</h2>
          <div className="subscribe-two">{you.map(field)}</div>
        </section>
        <section className="billing-part" aria-labelledby="subscribe-address">
          <h2 id="subscribe-address">{t('subscribe.address')}</h2>
          <div className="subscribe-two">{address.map(field)}</div>
        </section>
      </div>
      <div className="billing-part subscribe-plan">
        <PlanChoice plans={view.plans} chosen={typed.plan} fault={faults.plan && t(faults.plan)} />
        <PlanFeatures />
        <WhenReached {...needs}>
          <button className="btn large wide door" type="submit" aria-busy={isBusy} disabled={isBusy}>
            {t('subscribe.button')}
          </button>
        </WhenReached>
        <PageLink className="btn wide ghost" href={view.cancelHref}>
          {t('restricted.cancel')}
        </PageLink>
        <p className="subscribe-when">
          {view.billingFrom && <>{t('subscribe.from', { day: view.billingFrom })} </>}
          {t('subscribe.anyTime')}
        </p>
      </div>
    </form>
  )
}

const kinds = {
  first_name: { autoComplete: 'billing given-name' },
  last_name: { autoComplete: 'billing family-name' },
  email: { autoComplete: 'billing email', type: 'email', inputMode: 'email', isWide: true, maxLength: mostLetters.email },
  phone: { autoComplete: 'billing work tel', type: 'tel', inputMode: 'tel' },
  mobile: { autoComplete: 'billing mobile tel', type: 'tel', inputMode: 'tel' },
  company_name: { autoComplete: 'billing organization', isWide: true },
  street: { autoComplete: 'billing street-address', isWide: true },
  city: { autoComplete: 'billing address-level2' },
  state: { autoComplete: 'billing address-level1' },
  zip: { autoComplete: 'billing postal-code' },
  country: { autoComplete: 'billing country-name' },
} as const satisfies Record<SubscriberField, object>

const you: SubscriberField[] = ['first_name', 'last_name', 'email', 'phone', 'mobile', 'company_name']
const address: SubscriberField[] = ['street', 'city', 'state', 'zip', 'country']

/** A label as it stands in a sentence: the first name, the ZIP code. */
const insideSentence = (label: string) => label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())

type FieldProps = ComponentProps<'input'> & { label: string; fault: string | undefined; isWide?: boolean }

/** A label, its field, and what is wrong with it, heard as well as seen. */
function SubscribeField({ label, fault, isWide = false, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={isWide ? 'subscribe-field wide' : 'subscribe-field'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir="auto"
        {...input}
        aria-required="true"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
      />
      {fault && (
        <p className="subscribe-fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </div>
  )
}
