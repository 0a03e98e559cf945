import type { PlanLabel } from '#contract/billing/plan-label.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextLink } from '../../../ui/button/text-link.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { RadioCards } from '../../../ui/field/radio-cards.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Columns, Fields, Stack } from '../../../ui/page/layout.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { PlanBadge } from '../plan-badge.tsx'
import { PlanFeatures } from '../plan-features.tsx'
import type { OfferedPlan, SubscribeSent, SubscribeView } from './subscribe-view.ts'
import { mostLetters, type SubscriberField } from './subscriber.ts'
import { useSubscribe } from './use-subscribe.ts'

type Props = { view: SubscribeView; sent: SubscribeSent | null; label: PlanLabel; daysLeft: number }

/** The subscribe form on its own page, with the state of the plan beside the title. */
export function SubscribePage({ view, sent, label, daysLeft }: Props) {
  const t = useTranslate()
  return (
    <Stack>
      <PageHeader title={t('subscribe.title')} mark={<PlanBadge label={label} daysLeft={daysLeft} />} />
      <SubscribeForm view={view} sent={sent} />
    </Stack>
  )
}

type FormProps = { view: SubscribeView; sent: SubscribeSent | null }

/** The subscriber's name, address and plan. Works as a plain form; with a script, input survives a reload. */
export function SubscribeForm({ view, sent }: FormProps) {
  const t = useTranslate()
  const required = useServerRequired()
  const { form, issues, isBusy, change, submit } = useSubscribe(view, sent)
  const typed = sent?.typed ?? view.defaults
  const wrong = [...you, ...address].filter((name) => issues[name])
  const labelOf = (name: SubscriberField) => t(`subscribe.${name}`)
  const field = (name: SubscriberField) => {
    const issue = issues[name]
    const label = labelOf(name)
    return (
      <div key={name} className={wide.has(name) ? 'wide' : undefined}>
        <TextField
          name={name}
          label={label}
          maxLength={mostLetters.line}
          {...kinds[name]}
          defaultValue={typed[name]}
          error={issue && t(issue, { field: insideSentence(label) })}
          aria-required="true"
        />
      </div>
    )
  }
  return (
    <form
      key={view.alias}
      ref={form}
      method="post"
      noValidate
      aria-label={t('subscribe.title')}
      onInput={change}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="intent" value="subscribe" />
      <FormError>{Object.keys(issues).length > 0 && t('problem.inputInvalid')}</FormError>
      <Stack>
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
        <Columns look="around">
          <Panel>
            <Stack>
              <PlanChoice plans={view.plans} chosen={typed.plan} error={issues.plan && t(issues.plan)} />
              <PlanFeatures />
            </Stack>
          </Panel>
          <Stack>
            <Panel title={t('subscribe.you')}>
              <Fields isPaired>{you.map(field)}</Fields>
            </Panel>
            <Panel title={t('subscribe.address')}>
              <Fields isPaired>{address.map(field)}</Fields>
            </Panel>
          </Stack>
          <Panel>
            <Stack>
              <OnlineOnly {...required}>
                <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
                  {t('subscribe.button')}
                </Button>
              </OnlineOnly>
              {wrong.length > 0 && (
                <p className="ui-note">{t('capture.needed', { fields: wrong.map((name) => insideSentence(labelOf(name))).join(', ') })}</p>
              )}
              <ButtonLink kind="ghost" isWide href={view.cancelHref}>
                {t('restricted.cancel')}
              </ButtonLink>
              <p className="ui-note">
                {view.billingFrom && <>{t('subscribe.from', { day: view.billingFrom })} </>}
                {t('subscribe.anyTime')}
              </p>
            </Stack>
          </Panel>
        </Columns>
      </Stack>
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

/** A field's label inside a sentence: lower case, except for abbreviations such as ZIP. */
const insideSentence = (label: string) => label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())

type ChoiceProps = { plans: readonly OfferedPlan[]; chosen: string; error: string | undefined }

/** The available plans, one of them chosen. */
function PlanChoice({ plans, chosen, error }: ChoiceProps) {
  const t = useTranslate()
  const choices = plans.map(({ code, name, isTeam, price }) => ({
    value: code,
    label: name,
    hint: t(price === '' ? 'subscribe.priceNext' : isTeam ? 'subscribe.forTeam' : 'subscribe.forOne'),
    end: price !== '' && (
      <>
        {price}
        <small>{t('subscribe.aMonth')}</small>
      </>
    ),
  }))
  return <RadioCards label={t('subscribe.choosePlan')} name="plan" defaultValue={chosen} choices={choices} error={error} />
}
