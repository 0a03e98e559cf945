import { useEffect, useState, type ReactNode } from 'react'
import ConnectionNotice from '../../features/offline/notice.tsx'
import { Shell } from '../../features/shell/shell.tsx'
import { useOwnerNav, type OwnerPlace } from '../../features/shell/use-owner-nav.ts'
import { afterHash } from '../../features/sign-in/after-hash.ts'
import { useForgetAtSignOut } from '../../features/push/use-forget-at-sign-out.ts'
import { useInboxCount } from '../../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../../features/push/use-owners-worker.ts'
import { NewVersionCheck } from '../../features/releases/new-version-check.tsx'
import { useLogBook } from '../../platform/device/log-book.ts'
import { SeenContacts } from '../../platform/device/seen-contacts.ts'
import { becomeOwnersApp, writeSession } from '../../platform/login/session-state.ts'
import { tellTimeZone } from '../../platform/visits/time-zone.ts'
import { useAppHref } from '../../platform/app/use-app-address.ts'
import { InstalledContext, useInstalled } from '../../platform/app/use-installed.ts'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { AppIdentity } from '../card/shell/app-identity.tsx'
import type { Owner } from './open-owner.ts'
import { whoOf, type Who } from './load-who.ts'
import { linksOf, planOf } from './owner-links.ts'
import { useReadyToFail } from '../card/shell/use-ready-to-fail.ts'

type Props = {
  owner: Owner
  who: Who
  isApp: boolean
  page: OwnerPlace | null
  /** The same page of another card. */
  hrefOf: (alias: string) => string
  isOwners: boolean
  children: ReactNode
}

/** What stands around every page of the owner's, and what goes on beside it. */
export function OwnerShell({ isApp, ...rest }: Props) {
  // Opened as an app it stays one, whatever the addresses on the way say.
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
  useReadyToFail()
  useLogBook()
  useEffect(() => void tellTimeZone(), [])
  useForgetAtSignOut(owner.logoutHref)
  useEffect(() => {
    const { isBack, rest } = afterHash(location.hash)
    if (!isBack) return
    writeSession({ isAuthenticated: true, message: null })
    history.replaceState(history.state, '', location.pathname + location.search + rest)
  }, [])
  useEffect(() => {
    if (isInstalled && isOwners) becomeOwnersApp(owner.alias)
  }, [isInstalled, isOwners, owner.alias])
  const [seen, setSeen] = useState({ of: owner, ids: new Set<string>() })
  const seenCount = seen.of === owner ? seen.ids.size : 0
  const see = (id: string) => setSeen((now) => ({ of: owner, ids: new Set(now.of === owner ? now.ids : []).add(id) }))
  const newContacts = Math.max(0, owner.newContacts - seenCount)
  const nav = useOwnerNav({
    card: { ...owner, newContacts },
    here: page,
    isAdmin: who.isAdmin,
    hasSeveral: who.cards.length > 1,
    inboxCount: useInboxCount(owner.alias),
  })
  const { alias, email } = owner
  const shown = whoOf(
    { ...who, email },
    { alias, hrefOf, plan: planOf(owner), logoutHref: links.logout, newContacts: { [alias]: newContacts } },
  )
  return (
    <>
      {import.meta.env.SSR && !owner.off && <AppIdentity alias={owner.alias} />}
      <ToastProvider>
        <SeenContacts value={see}>
          <Shell nav={nav} who={shown}>
            {children}
          </Shell>
          <ConnectionNotice looks />
          <NewVersionCheck />
        </SeenContacts>
      </ToastProvider>
    </>
  )
}
