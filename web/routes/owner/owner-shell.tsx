import { useEffect, useState, type ReactNode } from 'react'
import ConnectionNotice from '../../features/offline/notice.tsx'
import type { FramePage } from '../../features/account/frame/frame-owner.ts'
import { OwnerFrame } from '../../features/account/frame/owner-frame.tsx'
import { OwnerStyle } from '../../features/account/frame/owner-style.tsx'
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
import { Snackbar } from '../../ui/snackbar.tsx'
import { AppIdentity } from '../card/shell/app-identity.tsx'
import type { Owner } from './open-owner.ts'
import { linksOf, planOf } from './owner-links.ts'
import { useReadyToFail } from '../card/shell/use-ready-to-fail.ts'

type Props = { owner: Owner; isApp: boolean; page: FramePage | null; isOwners: boolean; children: ReactNode }

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

function Installation({ owner, page, isOwners, children }: Omit<Props, 'isApp'>) {
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
  const shown = { ...owner, newContacts: Math.max(0, owner.newContacts - seenCount) }
  return (
    <>
      {import.meta.env.SSR && !owner.off && <AppIdentity alias={owner.alias} />}
      <OwnerStyle />
      <Snackbar>
        <SeenContacts value={see}>
          <OwnerFrame owner={shown} plan={planOf(owner)} links={links} page={page} inboxCount={useInboxCount(owner.alias)}>
            {children}
          </OwnerFrame>
          <ConnectionNotice looks />
          <NewVersionCheck />
        </SeenContacts>
      </Snackbar>
    </>
  )
}
