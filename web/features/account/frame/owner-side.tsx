import type { ReactNode } from 'react'
import { cardHref, ownerHref, sideHref, type OwnerPage } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useAppHref } from '../../../platform/app/use-app-address.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { OwnerIconName } from '../../../ui/icons/icon-names.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { Count } from './count.tsx'
import type { FrameLinks, FrameOwner, FramePage } from './frame-owner.ts'
import { Portrait } from './portrait.tsx'

type Props = { owner: FrameOwner; links: FrameLinks; page: FramePage | null; inboxCount: number | null }

/** Every page of the owner's. On a phone it is the panel behind the menu button, and opens without script. */
export function OwnerSide({ owner, links, page, inboxCount }: Props) {
  const t = useTranslate()
  const { productName } = useSite()
  const appHref = useAppHref()
  const { alias, experiments, newContacts } = owner
  const own = (to: OwnerPage) => ({ href: ownerHref(alias, to), isHere: page === to })
  return (
    <aside className="owner-side" id="menu" popover="auto" aria-label={t('nav.menu')}>
      <div className="owner-side-head">
        <PageLink className="brand" href={ownerHref(alias, 'myContacts')}>
          <img src={mark} width="26" height="26" alt="" />
          {productName}
        </PageLink>
        <button className="tool" type="button" popoverTarget="menu" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <nav aria-label={t('nav.menu')}>
        <ul>
          <Way icon="id-card" label={t('owner.myCard')} href={appHref(cardHref({ alias }, 'home'))} isElsewhere />
          <Way icon="palette" label={t('owner.editCard')} href={links.edit} isHere={page === 'edit'} isElsewhere={page !== 'edit'} />
          <Way icon="users" label={t('owner.contacts')} {...own('myContacts')}>
            <Count count={newContacts} said={t('owner.newContacts', { count: newContacts })} isDoor />
          </Way>
          <Way icon="chart-no-axes-column" label={t('analytics.title')} {...own('analytics')} />
          {experiments.includes('NotificationsSubscribe') && (
            <Way icon="bell" label={t('inbox.title')} {...own('myNotifications')}>
              <Count count={inboxCount ?? 0} said={t('inbox.newCount', { count: inboxCount ?? 0 })} />
            </Way>
          )}
        </ul>
        <p className="owner-group" id="owner-settings">
          {t('owner.settings')}
        </p>
        <ul aria-labelledby="owner-settings">
          <Way icon="credit-card" label={t('plan.title')} {...own('subscriptions')} />
          <Way icon="pen-line" label={t('page.emailSignature')} href={sideHref(alias, 'emailSignature')} isElsewhere />
          <Way icon="smartphone" label={t('page.install')} href={sideHref(alias, 'install')} isElsewhere />
          <Way icon="circle-user-round" label={t('page.myAccount')} {...own('myAccount')} />
        </ul>
      </nav>
      <OwnerPerson owner={owner} />
    </aside>
  )
}

type WayProps = { icon: OwnerIconName; label: string; href: string; isHere?: boolean; isElsewhere?: boolean; children?: ReactNode }

/** Pages in other frames wear other styles: they are loaded anew. */
function Way({ icon, label, href, isHere = false, isElsewhere = false, children }: WayProps) {
  const words = (
    <>
      <Icon name={icon} />
      <span>{label}</span>
      {children}
    </>
  )
  return (
    <li>
      {isElsewhere ? (
        <a href={href}>{words}</a>
      ) : (
        <PageLink href={href} aria-current={isHere ? 'page' : undefined}>
          {words}
        </PageLink>
      )}
    </li>
  )
}

/** At the foot of the side bar: who is signed in, on which card, and what else they may do. */
function OwnerPerson({ owner }: { owner: FrameOwner }) {
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
