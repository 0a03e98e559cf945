import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
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
    <>
      <BillingStyle />
      <PageHeader title={t('subscribe.title')} mark={<PlanBadge label={label} daysLeft={daysLeft} />} />
      <SubscribeForm view={view} sent={sent} />
    </>
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
      <div key={name} className={wide.has(name) ? 'wide' : undefined}>
        <TextField
          name={name}
          label={label}
          maxLength={mostLetters.line}
          {...kinds[name]}
          defaultValue={typed[name]}
          error={fault && t(fault, { field: insideSentence(label) })}
          aria-required="true"
        />
      </div>
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
          <Banner kind="ok" isLive>
            {t('subscribe.saved')}{' '}
            <TextLink isDocument href={sent.paysAt}>
              {t('subscribe.payNow')}
            </TextLink>
          </Banner>
        )}
        {sent?.message && (
          <Banner kind="bad" isLive>
            {sent.message}
          </Banner>
        )}
        <Panel title={t('subscribe.you')}>
          <div className="subscribe-two">{you.map(field)}</div>
        </Panel>
        <Panel title={t('subscribe.address')}>
          <div className="subscribe-two">{address.map(field)}</div>
        </Panel>
      </div>
      <Panel>
        <div className="subscribe-plan">
          <PlanChoice plans={view.plans} chosen={typed.plan} error={faults.plan && t(faults.plan)} />
          <PlanFeatures />
          <WhenReached {...needs}>
            <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
              {t('subscribe.button')}
            </Button>
          </WhenReached>
          <ButtonLink kind="ghost" isWide href={view.cancelHref}>
            {t('restricted.cancel')}
          </ButtonLink>
          <p className="subscribe-when">
            {view.billingFrom && <>{t('subscribe.from', { day: view.billingFrom })} </>}
            {t('subscribe.anyTime')}
          </p>
        </div>
      </Panel>
    </form>
  )
}

const kinds = {
  first_name: { autoComplete: 'billing given-name' },
  last_name: { autoComplete: 'billing family-name' },
  email: { autoComplete: 'billing email', type: 'email', inputMode: 'email', maxLength: mostLetters.email },
  phone: { autoComplete: 'billing work tel', type: 'tel', inputMode: 'tel' },
  mobile: { autoComplete: 'billing mobile tel', type: 'tel', inputMode: 'tel' },
  company_name: { autoComplete: 'billing organization' },
  street: { autoComplete: 'billing street-address' },
  city: { autoComplete: 'billing address-level2' },
  state: { autoComplete: 'billing address-level1' },
  zip: { autoComplete: 'billing postal-code' },
  country: { autoComplete: 'billing country-name' },
} as const satisfies Record<SubscriberField, object>

const wide: ReadonlySet<SubscriberField> = new Set<SubscriberField>(['email', 'company_name', 'street'])
const you: SubscriberField[] = ['first_name', 'last_name', 'email', 'phone', 'mobile', 'company_name']
const address: SubscriberField[] = ['street', 'city', 'state', 'zip', 'country']

/** A label as it stands in a sentence: the first name, the ZIP code. */
const insideSentence = (label: string) => label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())
