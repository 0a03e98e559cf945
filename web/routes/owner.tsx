import { useState } from 'react'
import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { cardHref, ownerPages, type OwnerPage } from '#contract/pages.ts'
import { planState } from '../features/accounts/plan-state.ts'
import { OwnerFrame } from '../features/owner/owner-frame.tsx'
import { OwnerStyle } from '../features/owner/owner-style.tsx'
import { planHref, planLink } from '../features/owner/plan-link.ts'
import { useForgetAtSignOut } from '../features/push/use-forget-at-sign-out.ts'
import { useInboxCount } from '../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../features/push/use-owners-worker.ts'
import { SeenContacts } from '../platform/seen-contacts.ts'
import { isAppAddress } from '../platform/standalone.ts'
import { InstalledContext } from '../platform/use-installed.ts'
import { Snackbar } from '../ui/snackbar.tsx'
import { photoHref } from './parts/account-links.ts'
import { openOwner, type Owner } from './parts/open-owner.ts'

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
  const { owner, isApp } = useLoaderData<typeof loader>()
  useOwnersWorker(owner)
  useForgetAtSignOut(owner.logoutHref)
  const page = pageOf(useMatches().at(-1)?.id ?? '')
  const [seen, setSeen] = useState({ of: owner, ids: new Set<string>() })
  const seenCount = seen.of === owner ? seen.ids.size : 0
  const see = (id: string) => setSeen((now) => ({ of: owner, ids: new Set(now.of === owner ? now.ids : []).add(id) }))
  const shown = { ...owner, newContacts: Math.max(0, owner.newContacts - seenCount) }
  return (
    <InstalledContext value={isApp}>
      <OwnerStyle />
      <Snackbar>
        <SeenContacts value={see}>
          <OwnerFrame owner={shown} plan={planOf(owner)} links={linksOf(owner)} page={page} inboxCount={useInboxCount(owner.alias)}>
            <Outlet context={owner} />
          </OwnerFrame>
        </SeenContacts>
      </Snackbar>
    </InstalledContext>
  )
}

function planOf({ alias, subscription }: Owner) {
  const { label, days } = planState(subscription)
  const kind = planLink(subscription)
  return { label, days, link: kind && { kind, href: planHref(alias, kind) } }
}

function linksOf({ alias, logoutHref }: Owner) {
  const back = new URLSearchParams({ returnUrl: cardHref({ alias }, 'home') })
  return {
    edit: '/account',
    dashboard: '/account',
    photo: photoHref(alias),
    logout: `${logoutHref}${logoutHref.includes('?') ? '&' : '?'}${back}`,
  }
}

/** Routes of the owner's carry their segment as their name. */
function pageOf(routeId: string): OwnerPage | null {
  const pages = Object.entries(ownerPages) as [OwnerPage, string][]
  return pages.find(([, segment]) => segment === routeId)?.[0] ?? null
}
