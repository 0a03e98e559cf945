import type { Card } from '#contract/cards/cards.ts'
import type { Translate } from '#common/messages/message.ts'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { isOnHomepage, mailHref } from '../frame/frame-view.ts'
import { dialable, readablePhone, smsHref, telHref } from './phone-links.ts'

export type ContactRow = {
  kind: 'mobile' | 'office' | 'direct' | 'email'
  icon: IconName
  text: string
  label: string
  href: string | null
  sms: string | null
}

/** Mobile, office and direct phone, then email; hidden ones have no row. */
export function contactRows(card: Card, t: Translate): ContactRow[] {
  const phones = [
    { kind: 'mobile', icon: 'smartphone', key: 'ShowMobilePhone', typed: card.phoneNumber, label: t('home.mobile') },
    { kind: 'office', icon: 'building-2', key: 'ShowOfficePhone', typed: card.officePhoneNumber, label: t('home.office') },
    { kind: 'direct', icon: 'phone', key: 'ShowDirectPhone', typed: card.directPhoneNumber, label: t('home.direct') },
  ] as const
  const rows: ContactRow[] = phones
    .filter(({ key, typed }) => typed.trim() !== '' && isOnHomepage(card, key))
    .map(({ kind, icon, typed, label }) => {
      const number = dialable(typed)
      return {
        kind,
        icon,
        text: readablePhone(typed),
        label,
        href: number && telHref(number),
        sms: number && kind !== 'office' ? smsHref(number) : null,
      }
    })
  const email = card.emailAddress.trim()
  if (!email || !isOnHomepage(card, 'ShowEmailAddress')) return rows
  return [...rows, { kind: 'email', icon: 'mail', text: email, label: t('home.email'), href: mailHref(email), sms: null }]
}
