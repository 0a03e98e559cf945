import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Count } from './count.tsx'
import type { FrameOwner } from './frame-owner.ts'
import { Portrait } from './portrait.tsx'

/** On a phone: the product, the card these pages are about, what is new, who is signed in, and the way to everything else. */
export function OwnerHeader({ owner, inboxCount }: { owner: FrameOwner; inboxCount: number | null }) {
  const t = useTranslate()
  const { productName } = useSite()
  return (
    <header className="owner-head">
      <PageLink className="brand" href={ownerHref(owner.alias, 'myContacts')}>
        <img src={mark} width="26" height="26" alt="" />
        <span>
          {productName}
          <small dir="ltr">/{owner.alias}</small>
        </span>
      </PageLink>
      <div className="owner-tools">
        {owner.experiments.includes('NotificationsSubscribe') && (
          <PageLink className="tool" href={ownerHref(owner.alias, 'myNotifications')} aria-label={t('inbox.title')}>
            <Icon name="bell" />
            <Count count={inboxCount ?? 0} said={t('inbox.newCount', { count: inboxCount ?? 0 })} />
          </PageLink>
        )}
        <button className="tool" type="button" popoverTarget="account-menu">
          <Portrait owner={owner} size={33} />
          <span className="sr-only">{t('owner.accountMenu')}</span>
        </button>
        <button className="tool" type="button" popoverTarget="menu" aria-label={t('nav.openMenu')}>
          <Icon name="menu" />
        </button>
      </div>
    </header>
  )
}
