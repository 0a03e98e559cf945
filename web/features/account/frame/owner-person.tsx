import { cardHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { FrameOwner } from './frame-owner.ts'
import { Portrait } from './portrait.tsx'

/** At the foot of the side bar: who is signed in, on which card, and what else they may do. */
export function OwnerPerson({ owner }: { owner: FrameOwner }) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const address = `${publicUrl.replace(/^https?:\/\//, '')}${cardHref({ alias: owner.alias }, 'home').replace(/\/home$/, '')}`
  return (
    <button className="owner-person" type="button" popoverTarget="account-menu">
      <Portrait owner={owner} size={40} />
      <span className="owner-person-words">
        <b dir="auto">{owner.cardName}</b>
        <small>{address}</small>
      </span>
      <span className="sr-only">{t('owner.accountMenu')}</span>
      <Icon name="chevron-down" />
    </button>
  )
}
