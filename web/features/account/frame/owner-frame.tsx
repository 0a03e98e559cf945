import type { ReactNode } from 'react'
import { cardHref, ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { SharedIcons } from '../../../ui/icons/icon.tsx'
import { useAppHref, useKeepAppAddress } from '../../../platform/app/use-app-address.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { useArrival } from '../../../ui/use-arrival.ts'
import { AccountMenu } from './account-menu.tsx'
import { Count } from './count.tsx'
import type { FrameLinks, FrameOwner, FramePage, FramePlan } from './frame-owner.ts'
import { OwnerSide } from './owner-side.tsx'
import { Portrait } from './portrait.tsx'

type Props = {
  owner: FrameOwner
  plan: FramePlan
  links: FrameLinks
  /** Null where it is none of the owner's pages. */
  page: FramePage | null
  /** Unread notices on this device; null until somebody has counted. */
  inboxCount: number | null
  children: ReactNode
}

/** What every page of the owner's stands in: a side bar on a desk, a header and a dock on a phone. */
export function OwnerFrame({ owner, plan, links, page, inboxCount, children }: Props) {
  const t = useTranslate()
  useArrival()
  useKeepAppAddress()
  return (
    <div className="owner">
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <SharedIcons />
      <OwnerHeader owner={owner} inboxCount={inboxCount} />
      <OwnerSide owner={owner} links={links} page={page} inboxCount={inboxCount} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <OwnerDock owner={owner} page={page} />
      <AccountMenu owner={owner} plan={plan} links={links} inboxCount={inboxCount} />
    </div>
  )
}

/** The three places an owner goes to most, under the thumb. The card is a page of its own colours: it is loaded anew. */
function OwnerDock({ owner: { alias, newContacts }, page }: { owner: FrameOwner; page: FramePage | null }) {
  const t = useTranslate()
  const home = useAppHref()(cardHref({ alias }, 'home'))
  return (
    <nav className="owner-dock" aria-label={t('owner.dock')}>
      <a href={home}>
        <Icon name="house" />
        {t('menu.home')}
      </a>
      <a href={`${home}#share`}>
        <Icon name="share-2" />
        {t('nav.share')}
      </a>
      <PageLink href={ownerHref(alias, 'myContacts')} aria-current={page === 'myContacts' ? 'page' : undefined}>
        <Icon name="users" />
        <span>
          {t('owner.contacts')}
          <Count count={newContacts} said={t('owner.newContacts', { count: newContacts })} isDoor />
        </span>
      </PageLink>
    </nav>
  )
}

/** On a phone: the product, the card these pages are about, what is new, who is signed in, and the way to everything else. */
function OwnerHeader({ owner, inboxCount }: { owner: FrameOwner; inboxCount: number | null }) {
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
