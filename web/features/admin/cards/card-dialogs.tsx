import { aliasReservedDays } from '#contract/accounts/retention.ts'
import { takedownKinds } from '#contract/admin/abuse-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import type { AdminError, CardView } from '../admin-view.ts'
import { TakeDownDialog, useTakedownWords } from './take-down-dialog.tsx'

type Props = { card: CardView; error: AdminError | null }

/** Takedown and deletion dialogs: each describes the effects, and whom they concern, before it requires a reason. */
export function CardDialogs({ card, error }: Props) {
  const t = useTranslate()
  const { publicUrl, hasPlans } = useSite()
  const { open, close } = useAddressDialog()
  const { alias, fullName, contacts, plan } = card
  const owners = card.owners.map(({ email }) => email)
  const address = `${publicUrl.replace(/^https?:\/\//, '')}/${alias}`
  const shared = {
    isOpen: true,
    onClose: close,
    problem: error?.message,
    cancel: t('admin.cancel'),
    reason: {
      label: t('admin.reason'),
      hint: t('admin.reasonHint'),
      error: error?.errors['reason'],
      defaultValue: error?.typed['reason'],
    },
  }
  const confirm = (label: string, value: string) => ({ label, busyLabel: label, name: 'intent', value })
  const name = fullName || alias
  const takedownWords = useTakedownWords({ name, owners }, error)
  const ownerText = (withOwner: 'admin.happens.ownerNotified' | 'admin.happens.ownerStays') =>
    owners.length > 0 ? t(withOwner, { email: owners.join(', ') }) : t('admin.happens.ownerNone')
  if (open === 'down') return <TakeDownDialog card={{ alias, name, owners, contacts }} error={error} onClose={close} />
  if (open === 'away')
    return (
      <DangerDialog
        {...shared}
        {...takedownWords}
        title={t('admin.awayTitle', { name })}
        lead={t('admin.downLead')}
        happens={[
          { icon: 'image-off', text: t('admin.happens.visitorsAway') },
          { icon: 'mail', text: ownerText('admin.happens.ownerNotified') },
          { icon: 'users', text: t('admin.happens.restStays') },
        ]}
        fields={<TakenFields error={error} />}
        confirm={confirm(t('admin.takeAway'), 'away')}
      />
    )
  if (open === 'back')
    return (
      <DangerDialog
        {...shared}
        isHarmless
        reason={undefined}
        title={t('admin.backTitle', { name })}
        lead={t('admin.backLead')}
        fields={<TakenFields error={error} />}
        confirm={confirm(t('admin.putBack'), 'back')}
      />
    )
  if (open === 'remove')
    return (
      <DangerDialog
        {...shared}
        title={t('admin.removeTitle', { name })}
        lead={t('admin.removeLead')}
        happens={[
          { icon: 'eye-off', text: t('admin.happens.visitorsRemoved', { address, days: aliasReservedDays }) },
          ...(plan === 'FREE' || !hasPlans ? [] : [{ icon: 'credit-card', text: t('admin.happens.planEnds') } as const]),
          { icon: 'mail', text: ownerText('admin.happens.ownerStays') },
          { icon: 'users', text: t('admin.happens.contactsGo', { count: contacts }) },
        ]}
        word={{ expected: alias, words: { label: t('admin.removeWord', { alias }), error: error?.errors['word'] } }}
        confirm={confirm(t('admin.remove'), 'remove')}
      />
    )
  return null
}

/** Which part of a card: a link, a review or an image. */
function TakenFields({ error }: { error: AdminError | null }) {
  const t = useTranslate()
  return (
    <>
      <SelectField label={t('admin.takenKind')} name="kind" defaultValue={error?.typed['kind']}>
        {takedownKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`admin.taken.${kind}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('admin.takenWhat')}
        error={error?.errors['what']}
        name="what"
        defaultValue={error?.typed['what']}
        maxLength={200}
        required
        spellCheck={false}
        dir="ltr"
      />
    </>
  )
}
