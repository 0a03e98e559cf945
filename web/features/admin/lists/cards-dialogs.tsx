import { useState, type ChangeEventHandler } from 'react'
import { useSearchParams } from 'react-router'
import { planChoices, planFilters, type PlanChoice, type PlanFilter } from '#contract/admin/admin-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { useAddressDialog } from '../address-dialog.tsx'
import { selectedIn } from '../admin-places.ts'
import { CopiedText } from '../copied-text.tsx'
import type { AdminError, CardLineView } from '../admin-view.ts'
import { useTakedownWords } from '../cards/take-down-dialog.tsx'

export const useSelected = (): string[] => selectedIn(useSearchParams()[0])

/** So many are named. */
const listedMax = 5

/** A new card, and what is done to the selected ones. */
export function CardsDialogs({ cards, error }: { cards: readonly Planned[]; error: AdminError | null }) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const { open, close } = useAddressDialog()
  const selected = useSelected()
  const takedownWords = useTakedownWords(null, error)
  const count = selected.length
  const shared = { isOpen: true, onClose: close, cancel: t('admin.cancel'), problem: error?.message }
  const confirm = (label: string, value: string) => ({ label, busyLabel: label, name: 'intent', value })
  if (open === 'new')
    return (
      <DangerDialog
        {...shared}
        isHarmless
        title={t('admin.newCard')}
        lead={t('admin.newCard.lead')}
        fields={<NewCard error={error} hasPlans={hasPlans} />}
        confirm={confirm(t('admin.newCard.create'), 'new')}
      />
    )
  if (count === 0) return null
  const listed = selected.slice(0, listedMax).map((alias) => `/${alias}`)
  const named = {
    icon: 'id-card',
    text: (
      <>
        <bdi dir="ltr">{listed.join(', ')}</bdi>
        {count > listedMax && ` ${t('admin.many.more', { count: count - listedMax })}`}
      </>
    ),
  } as const
  const hidden = selected.map((alias) => <input key={alias} type="hidden" name="alias" value={alias} />)
  if (open === 'plan' && hasPlans)
    return (
      <DangerDialog
        {...shared}
        isHarmless
        title={t('admin.many.planTitle', { count })}
        lead={t('admin.many.planNote')}
        happens={[named]}
        fields={
          <>
            {hidden}
            <NewPlan cards={cards.filter(({ alias }) => selected.includes(alias))} />
          </>
        }
        confirm={confirm(t('admin.planSet'), 'plans')}
      />
    )
  if (open === 'mail') return <MailOwners cards={cards.filter(({ alias }) => selected.includes(alias))} onClose={close} />
  if (open === 'down')
    return (
      <DangerDialog
        {...shared}
        {...takedownWords}
        title={t('admin.many.downTitle', { count })}
        lead={t('admin.many.downLead')}
        happens={[named, { icon: 'eye-off', text: t('admin.many.visitors') }, { icon: 'mail', text: t('admin.many.owners') }]}
        fields={hidden}
        confirm={confirm(t('admin.many.down', { count }), 'downs')}
      />
    )
  return null
}

/** Their owners' addresses, to copy or to open in an email. */
function MailOwners({ cards, onClose }: { cards: readonly Planned[]; onClose: () => void }) {
  const t = useTranslate()
  const emails = [...new Set(cards.flatMap(({ ownerEmails }) => ownerEmails))]
  return (
    <Dialog
      isOpen
      onClose={onClose}
      closeLabel={t('close')}
      title={t('admin.many.mailTitle', { count: emails.length })}
      lead={t(emails.length > 0 ? 'admin.many.mailLead' : 'admin.many.mailNone')}
      actions={
        emails.length > 0 && (
          <ButtonLink kind="primary" icon="mail" isDocument href={`mailto:?bcc=${emails.map(encodeURIComponent).join(',')}`}>
            {t('admin.many.mailOpen')}
          </ButtonLink>
        )
      }
    >
      {emails.length > 0 && <CopiedText label={t('admin.many.mailTo')} text={emails.join(', ')} />}
    </Dialog>
  )
}

/** The states that a card can begin in. */
const firstChoices = ['FREE', 'TRIAL', 'PRO'] as const

type Planned = Pick<CardLineView, 'alias' | 'plan' | 'isTrial' | 'isPastDue' | 'ownerEmails'>

const planNow = ({ plan, isTrial, isPastDue }: Planned): PlanFilter =>
  isPastDue ? 'past-due' : isTrial ? 'trial' : plan === 'PRO' ? 'pro' : 'free'

/** Counts the plans that the cards have and, with a script, says which one they get. */
function NewPlan({ cards }: { cards: readonly Planned[] }) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const [choice, setChoice] = useState<PlanChoice>('PRO')
  const plans = planFilters.flatMap((one) => {
    const { length } = cards.filter((card) => planNow(card) === one)
    return length > 0 ? [`${t(`admin.planFilter.${one}`)} (${length})`] : []
  })
  return (
    <>
      <PlanField defaultValue={choice} onChange={({ target }) => setChoice(planChoices.find((one) => one === target.value) ?? choice)} />
      <p className="ui-field-note" role="status">
        {t('admin.many.planNow', { plans: plans.join(', ') })} {isHydrated && t('admin.many.planThen', { plan: t(`admin.plan.${choice}`) })}
      </p>
    </>
  )
}

type PlanFieldProps = { choices?: readonly PlanChoice[]; defaultValue: string; onChange?: ChangeEventHandler<HTMLSelectElement> }

function PlanField({ choices = planChoices, ...select }: PlanFieldProps) {
  const t = useTranslate()
  return (
    <SelectField label={t('admin.plan')} name="choice" {...select}>
      {choices.map((one) => (
        <option key={one} value={one}>
          {t(`admin.plan.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}

function NewCard({ error, hasPlans }: { error: AdminError | null; hasPlans: boolean }) {
  const t = useTranslate()
  const field = (name: string) => ({ name, error: error?.errors[name], defaultValue: error?.typed[name], required: true })
  return (
    <>
      <TextField {...field('owner')} label={t('admin.newCard.owner')} type="email" maxLength={254} dir="ltr" autoComplete="off" />
      <TextField {...field('fullName')} label={t('admin.newCard.name')} maxLength={120} autoComplete="off" />
      <TextField
        {...field('alias')}
        label={t('admin.name')}
        maxLength={60}
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {hasPlans && <PlanField choices={firstChoices} defaultValue={error?.typed['choice'] ?? 'FREE'} />}
    </>
  )
}
