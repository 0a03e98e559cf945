import { useEffect, useState, type ReactNode } from 'react'
import ConnectionNotice from '../../features/offline/connection-notice.tsx'
import { Shell } from '../../features/shell/shell.tsx'
import { hasInbox, useOwnerNav, type OwnerPlace } from '../../features/shell/use-owner-nav.ts'
import { afterHash } from '../../features/sign-in/after-hash.ts'
import { useClearAtSignOut } from '../../features/push/use-clear-at-sign-out.ts'
import { useFillInbox } from '../../features/push/use-fill-inbox.ts'
import { useInboxCount } from '../../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../../features/push/use-owners-worker.ts'
import { NewVersionCheck } from '../../features/releases/new-version-check.tsx'
import { useErrorLogging } from '../../platform/device/error-log.ts'
import { ContactViewedContext } from '../../platform/device/viewed-contacts.ts'
import { markOwnersApp, writeSession } from '../../platform/login/session-state.ts'
import { writeTimeZoneCookie } from '../../platform/visits/time-zone.ts'
import { useAppHref } from '../../platform/app/use-app-address.ts'
import { InstalledContext, useInstalled } from '../../platform/app/use-installed.ts'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { AppIdentity } from './app-identity.tsx'
import type { Owner } from '../../loaders/owner-of.ts'
import { whoOf, type OwnerWho } from '../../loaders/load-who.ts'
import { ShareHere } from './share-here.tsx'
import { linksOf, planOf } from '../../loaders/owner-links.ts'
import { usePreloadFailedPage } from './use-preload-failed-page.ts'

type Props = {
  owner: Owner
  who: OwnerWho
  isApp: boolean
  page: OwnerPlace | null
  /** The same page of another card. */
  hrefOf: (alias: string) => string
  isOwners: boolean
  children: ReactNode
}

/** The shell around all owner pages, and its background tasks. */
export function OwnerShell({ isApp, ...rest }: Props) {
  // Opened as an app, it stays one, whatever later addresses say.
  const [isOpenedAsApp] = useState(isApp)
  return (
    <InstalledContext value={isOpenedAsApp}>
      <Installation {...rest} />
    </InstalledContext>
  )
}

function Installation({ owner, who, page, hrefOf, isOwners, children }: Omit<Props, 'isApp'>) {
  const isInstalled = useInstalled()
  const links = linksOf(owner, useAppHref())
  useOwnersWorker(owner)
  useFillInbox(hasInbox(owner.experiments) ? owner.alias : null)
  usePreloadFailedPage()
  useErrorLogging()
  useEffect(() => void writeTimeZoneCookie(), [])
  useClearAtSignOut(owner.logoutHref)
  useEffect(() => {
    const { isBack, rest } = afterHash(location.hash)
    if (!isBack) return
    writeSession({ isAuthenticated: true, message: null })
    history.replaceState(history.state, '', location.pathname + location.search + rest)
  }, [])
  useEffect(() => {
    if (isInstalled && isOwners) markOwnersApp(owner.alias)
  }, [isInstalled, isOwners, owner.alias])
  const [viewed, setViewed] = useState({ of: owner, ids: new Set<string>() })
  const viewedCount = viewed.of === owner ? viewed.ids.size : 0
  const markViewed = (id: string) => setViewed((now) => ({ of: owner, ids: new Set(now.of === owner ? now.ids : []).add(id) }))
  const newContacts = Math.max(0, owner.newContacts - viewedCount)
  const nav = useOwnerNav({
    card: { ...owner, newContacts },
    here: page,
    isAdmin: who.isAdmin,
    hasSeveral: who.cards.length > 1,
    inboxCount: useInboxCount(owner.alias),
    failingCount: who.failingCount,
  })
  const { alias, email } = owner
  const shellWho = whoOf(
    { ...who, email },
    { alias, hrefOf, plan: planOf(owner), logoutHref: links.logout, newContacts: { [alias]: newContacts } },
  )
  return (
    <>
      {import.meta.env.SSR && !owner.off && <AppIdentity alias={owner.alias} />}
      <ToastProvider>
        <ContactViewedContext value={markViewed}>
          <ConnectionNotice startsChecks />
          <NewVersionCheck />
          <Shell nav={nav} who={shellWho}>
            {children}
            <ShareHere key={alias} alias={alias} loaded={who.share} />
          </Shell>
        </ContactViewedContext>
      </ToastProvider>
    </>
  )
}
