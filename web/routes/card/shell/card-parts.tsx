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
import { useForgetAtSignOut } from '../../../features/push/use-forget-at-sign-out.ts'
import { useInboxCount } from '../../../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../../../features/push/use-owners-worker.ts'
import { MenuNewVersion } from '../../../features/releases/menu-new-version.tsx'
import { loadMessages, useTranslate } from '../../../i18n/use-translate.ts'
import { languages } from '#contract/languages.ts'
import { AppStyle } from '../../../features/cards/app/app-style.tsx'
import { useAppHref, useKeepAppAddress } from '../../../platform/app/use-app-address.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { subscriptionHref } from '../../account/account-links.ts'
import type { Owner } from '../../owner/open-owner.ts'
import { linksOf, planOf } from '../../owner/owner-links.ts'
import { pageMeta } from './page-meta.ts'

export type CardPartsProps = {
  name: FramePart
  frame: FrameView
  page: CardPage | null
  viewer: Owner | null
  isInstalled: boolean
  otherwise: ReactNode
}

/** The words of it, in the language of the page. */
export function words() {
  const language = languages.find((one) => one === document.documentElement.lang) ?? 'en'
  return loadMessages(language)
}

/** What the installed card, or its owner in a tab, finds in the places of the frame. Nobody else fetches it. */
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
  useShareAsked(props.page !== null && pageMeta[props.page].showSharePage)
  return <AppDock {...props} />
}

function WhatsNew({ frame }: { frame: FrameView }) {
  const t = useTranslate()
  return <PageLink href={`${cardHref(frame.address, 'settings')}#whats-new`}>{t('frame.whatsNew')}</PageLink>
}

/** On the menu button of the owner's app: notices that nobody has read. */
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

/** The owner's account on the owner's card, and what an app does for who is signed in. */
function OwnersMenu({ owner }: { owner: Owner }) {
  useOwnersWorker(owner)
  useForgetAtSignOut(owner.logoutHref)
  return (
    <AccountMenuOnCard owner={owner} plan={planOf(owner)} links={linksOf(owner, useAppHref())} inboxCount={useInboxCount(owner.alias)} />
  )
}

const asking = '#share'

/** The app's ways in ask for the share sheet by the address: each time it says so, and until the sheet is shut. */
function useShareAsked(isHeard: boolean) {
  useEffect(() => {
    const sheet = document.querySelector<HTMLElement>(asking)
    if (!sheet || !isHeard) return
    const ask = () => {
      if (location.hash === asking && !sheet.matches(':popover-open')) sheet.showPopover()
    }
    const forget = ({ newState }: ToggleEvent) => {
      if (newState === 'closed' && location.hash === asking) history.replaceState(history.state, '', location.pathname + location.search)
    }
    addEventListener('hashchange', ask)
    sheet.addEventListener('toggle', forget)
    return () => {
      removeEventListener('hashchange', ask)
      sheet.removeEventListener('toggle', forget)
    }
  }, [isHeard])
}

/** A line of the menu for an owner whose plan keeps something shut. */
function MenuUpgrade({ href }: { href: string }) {
  const t = useTranslate()
  return (
    <div className="menu-upgrade">
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
