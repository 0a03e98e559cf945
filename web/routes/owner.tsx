import { useEffect, useState } from 'react'
import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ownerPages, type OwnerPage } from '#contract/pages.ts'
import ConnectionNotice from '../features/offline/notice.tsx'
import { OwnerFrame } from '../features/owner/owner-frame.tsx'
import { OwnerStyle } from '../features/owner/owner-style.tsx'
import { useForgetAtSignOut } from '../features/push/use-forget-at-sign-out.ts'
import { useInboxCount } from '../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../features/push/use-owners-worker.ts'
import { NewVersionCheck } from '../features/releases/new-version-check.tsx'
import { useLogBook } from '../platform/log-book.ts'
import { SeenContacts } from '../platform/seen-contacts.ts'
import { becomeOwnersApp } from '../platform/session-state.ts'
import { isAppAddress } from '../platform/standalone.ts'
import { useAppHref } from '../platform/use-app-address.ts'
import { InstalledContext, useInstalled } from '../platform/use-installed.ts'
import { Snackbar } from '../ui/snackbar.tsx'
import { AppIdentity } from './parts/app-identity.tsx'
import { openOwner } from './parts/open-owner.ts'
import { linksOf, planOf } from './parts/owner-links.ts'
import { pageMeta } from './parts/page-meta.ts'
import { useReadyToFail } from './parts/use-ready-to-fail.ts'

/** What stands around every page of the owner's. */
export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  return { owner, isApp: isAppAddress(new URL(args.request.url).search) }
}

/** Asked again on the way to another page, after a deed, or when asked to; not for another search on the same page. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod = 'GET' }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search || formMethod !== 'GET'
}

export default function OwnerRoute() {
  const { isApp } = useLoaderData<typeof loader>()
  // Opened as an app it stays one, whatever the addresses on the way say.
  const [isOpenedAsApp] = useState(isApp)
  return (
    <InstalledContext value={isOpenedAsApp}>
      <Installation />
    </InstalledContext>
  )
}

function Installation() {
  const { owner } = useLoaderData<typeof loader>()
  const isInstalled = useInstalled()
  const links = linksOf(owner, useAppHref())
  useOwnersWorker(owner)
  useReadyToFail()
  useLogBook()
  useForgetAtSignOut(owner.logoutHref)
  const page = pageOf(useMatches().at(-1)?.id ?? '')
  const isOwners = page !== null && pageMeta[page].setOwnerMode
  useEffect(() => {
    if (isInstalled && isOwners) becomeOwnersApp(owner.alias)
  }, [isInstalled, isOwners, owner.alias])
  const [seen, setSeen] = useState({ of: owner, ids: new Set<string>() })
  const seenCount = seen.of === owner ? seen.ids.size : 0
  const see = (id: string) => setSeen((now) => ({ of: owner, ids: new Set(now.of === owner ? now.ids : []).add(id) }))
  const shown = { ...owner, newContacts: Math.max(0, owner.newContacts - seenCount) }
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={owner.alias} />}
      <OwnerStyle />
      <Snackbar>
        <SeenContacts value={see}>
          <OwnerFrame owner={shown} plan={planOf(owner)} links={links} page={page} inboxCount={useInboxCount(owner.alias)}>
            <Outlet context={owner} />
          </OwnerFrame>
          <ConnectionNotice looks />
          <NewVersionCheck />
        </SeenContacts>
      </Snackbar>
    </>
  )
}

/** Routes of the owner's carry their segment as their name. */
function pageOf(routeId: string): OwnerPage | null {
  const pages = Object.entries(ownerPages) as [OwnerPage, string][]
  return pages.find(([, segment]) => segment === routeId)?.[0] ?? null
}
