import { type ReactNode, useEffect } from 'react'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { AppCorner } from '../../../features/cards/app/app-corner.tsx'
import { AppDock } from '../../../features/cards/app/app-dock.tsx'
import type { FramePart } from '../../../features/cards/frame/card-frame.tsx'
import type { FrameView } from '../../../features/cards/frame/frame-view.ts'
import { shortCount } from '../../../ui/short-count.ts'
import { ViewerChip } from '../../../features/cards/frame/viewer-chip.tsx'
import { MenuConnection } from '../../../features/offline/menu-connection.tsx'
import { AccountMenuOnCard } from '../../../features/shell/account-menu-on-card.tsx'
import { useClearAtSignOut } from '../../../features/push/use-clear-at-sign-out.ts'
import { useInboxCount } from '../../../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../../../features/push/use-owners-worker.ts'
import { MenuNewVersion } from '../../../features/releases/menu-new-version.tsx'
import { loadMessages, useTranslate } from '../../../i18n/use-translate.ts'
import { languages } from '#contract/languages.ts'
import { AppStyle } from '../../../features/cards/app/app-style.tsx'
import { useAppHref, useKeepAppAddress } from '../../../platform/app/use-app-address.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { subscriptionHref } from '../../../loaders/account-links.ts'
import type { Owner } from '../../../loaders/owner-of.ts'
import { linksOf, planOf } from '../../../loaders/owner-links.ts'
import { pageMeta } from '../../../loaders/page-meta.ts'

export type CardPartsProps = {
  name: FramePart
  frame: FrameView
  page: CardPage | null
  viewer: Owner | null
  isInstalled: boolean
  otherwise: ReactNode
}

/** Loads its messages in the page's language. */
export function words() {
  const language = languages.find((one) => one === document.documentElement.lang) ?? 'en'
  return loadMessages(language)
}

/** The parts of the frame for an installed card or the signed-in owner. Visitors don't load it. */
export default function CardParts(props: CardPartsProps) {
  return props.isInstalled ? <InApp {...props} /> : <InTab {...props} />
}

function InTab({ name, frame, viewer, otherwise }: CardPartsProps) {
  if (!viewer) return otherwise
  if (name === 'corner') return <ViewerChip viewer={viewer} />
  if (name === 'notices' && frame.isFreePlan) return <MenuUpgrade href={subscriptionHref(viewer.alias)} />
  return otherwise
}

function InApp({ name, frame, page, viewer }: CardPartsProps) {
  if (name === 'corner') return <AppCorner alias={frame.address.alias} viewer={viewer} menu={viewer && <OwnersMenu owner={viewer} />} />
  if (name === 'count') return viewer && <MenuCount owner={viewer} />
  if (name === 'news') return <WhatsNew frame={frame} />
  if (name === 'tabs') return <Dock frame={frame} page={page} newContacts={viewer?.newContacts ?? 0} />
  return (
    <>
      <MenuConnection />
      <MenuNewVersion />
      {viewer && frame.isFreePlan && <MenuUpgrade href={subscriptionHref(viewer.alias)} />}
    </>
  )
}

function Dock(props: { frame: FrameView; page: CardPage | null; newContacts: number }) {
  useKeepAppAddress()
  useShareFromHash(props.page !== null && pageMeta[props.page].showSharePage)
  return <AppDock {...props} />
}

function WhatsNew({ frame }: { frame: FrameView }) {
  const t = useTranslate()
  return <PageLink href={`${cardHref(frame.address, 'settings')}#whats-new`}>{t('frame.whatsNew')}</PageLink>
}

/** The unread notifications on the app's menu button. */
function MenuCount({ owner: { alias, experiments } }: { owner: Owner }) {
  const t = useTranslate()
  const count = useInboxCount(alias)
  if (!count || !experiments.includes('NotificationsSubscribe')) return null
  return (
    <span className="app-count">
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{t('inbox.newCount', { count })}</span>
    </span>
  )
}

/** The account menu on the owner's card, and the app's background tasks for a signed-in owner. */
function OwnersMenu({ owner }: { owner: Owner }) {
  useOwnersWorker(owner)
  useClearAtSignOut(owner.logoutHref)
  return (
    <AccountMenuOnCard owner={owner} plan={planOf(owner)} links={linksOf(owner, useAppHref())} inboxCount={useInboxCount(owner.alias)} />
  )
}

const shareHash = '#share'

/** App shortcuts open the share sheet with `#share`; the hash stays until the sheet is closed. */
function useShareFromHash(isEnabled: boolean) {
  useEffect(() => {
    const sheet = document.querySelector<HTMLElement>(shareHash)
    if (!sheet || !isEnabled) return
    const openIfRequested = () => {
      if (location.hash === shareHash && !sheet.matches(':popover-open')) sheet.showPopover()
    }
    const forget = ({ newState }: ToggleEvent) => {
      if (newState === 'closed' && location.hash === shareHash) history.replaceState(history.state, '', location.pathname + location.search)
    }
    addEventListener('hashchange', openIfRequested)
    sheet.addEventListener('toggle', forget)
    return () => {
      removeEventListener('hashchange', openIfRequested)
      sheet.removeEventListener('toggle', forget)
    }
  }, [isEnabled])
}

/** A line in the menu for an owner on the free plan. */
function MenuUpgrade({ href }: { href: string }) {
  const t = useTranslate()
  return (
    <div className="menu-notice">
      <AppStyle />
      <Icon name="key-round" />
      <p>
        <b>{t('restricted.upgrade')}</b>
        {t('frame.upgradeMore')}
      </p>
      <a className="btn" href={href}>
        {t('frame.upgrade')}
      </a>
    </div>
  )
}
