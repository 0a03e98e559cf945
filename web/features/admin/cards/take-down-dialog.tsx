import type { ReactNode } from 'react'
import { takedownCauses, takedownReasonMax } from '#contract/admin/abuse-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import type { AdminError } from '../admin-view.ts'

type TakenCard = { alias: string; name: string; owners: readonly string[]; contacts: number }
type Props = { card: TakenCard; error: AdminError | null; onClose: () => void; fields?: ReactNode }

/** Describes what a takedown does before it requires the reason that its owners get by email. */
export function TakeDownDialog({ card, error, onClose, fields }: Props) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const { alias, name, owners, contacts } = card
  const address = `${publicUrl.replace(/^https?:\/\//, '')}/${alias}`
  const owner = owners.length > 0 ? t('admin.happens.ownerNotified', { email: owners.join(', ') }) : t('admin.happens.ownerNone')
  return (
    <DangerDialog
      {...useTakedownWords(card, error)}
      isOpen
      onClose={onClose}
      title={t('admin.downTitle', { name })}
      lead={t('admin.downLead')}
      happens={[
        { icon: 'eye-off', text: t('admin.happens.visitorsDown', { address }) },
        { icon: 'mail', text: owner },
        { icon: 'users', text: t('admin.happens.contactsStay', { count: contacts }) },
      ]}
      problem={error?.message}
      fields={fields}
      cancel={t('admin.cancel')}
      confirm={{ label: t('admin.takeDown'), busyLabel: t('admin.takeDown'), name: 'intent', value: 'down' }}
    />
  )
}

/** The fields of a takedown’s reason: one to choose, and a message. Without an owner both are for the audit log only. Null: several cards. */
export function useTakedownWords(card: Pick<TakenCard, 'name' | 'owners'> | null, error: AdminError | null) {
  const t = useTranslate()
  const name = card?.name ?? ''
  const mailed = card
    ? { label: t('admin.takedownMessage', { name }), hint: t('admin.reasonMailed', { name }) }
    : { label: t('admin.many.message'), hint: t('admin.many.mailed') }
  return {
    reason: {
      label: t('admin.reason'),
      error: error?.errors['reason'],
      defaultValue: error?.typed['reason'] ?? '',
      choices: [
        { value: '', label: t('admin.reasonChoose') },
        ...takedownCauses.map((value) => ({ value, label: t(`admin.detail.cause.${value}`) })),
        { value: 'other', label: t('admin.reasonOther') },
      ],
    },
    message: {
      ...(card?.owners.length === 0 ? { label: t('admin.note'), hint: t('admin.reasonHint') } : mailed),
      error: error?.errors['message'],
      defaultValue: error?.typed['message'],
      maxLength: takedownReasonMax,
    },
  }
}
