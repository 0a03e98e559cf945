import { Link, Outlet, useLoaderData, useMatches, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ownerHref, ownerPages, type OwnerPage } from '#contract/pages.ts'
import { isAppAddress } from '../../platform/app/standalone.ts'
import { loadOwnerWho } from '../../loaders/load-who.ts'
import { openOwner } from '../../loaders/open-owner.ts'
import { OwnerShell } from '../shell/owner-shell.tsx'
import { pageMeta } from '../../loaders/page-meta.ts'
import PlanNotices from '../shell/plan-notices.tsx'
import { formatMonthlyPrice } from '../../loaders/subscription/format-monthly-price.ts'

/** The route of all owner pages. */
export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  return {
    owner,
    who: await loadOwnerWho(args, owner.alias),
    price: owner.isActive ? '' : formatMonthlyPrice(args),
    isApp: isAppAddress(new URL(args.request.url).search),
  }
}

/** Reloads on navigation to another page, after a mutation and on request, but not for another search on the same page. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod = 'GET' }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search || formMethod !== 'GET'
}

export default function OwnerRoute() {
  const { owner, who, price, isApp } = useLoaderData<typeof loader>()
  const opened = pageOf(useMatches().at(-1)?.id ?? '')
  // The import is a part of the contacts.
  const page = opened === 'contactImport' ? 'myContacts' : opened
  return (
    <OwnerShell
      owner={owner}
      who={who}
      isApp={isApp}
      page={page}
      hrefOf={(alias) => ownerHref(alias, page ?? 'myContacts')}
      isOwners={page !== null && pageMeta[page].setOwnerMode}
    >
      {owner.off && (
        <p className="ui-note">
          {owner.off.line} {owner.off.act && <Link to={owner.off.href}>{owner.off.act}</Link>}
        </p>
      )}
      <PlanNotices owner={owner} price={price} place={page && bannerPages.includes(page) ? 'banner' : null} />
      <Outlet context={owner} />
    </OwnerShell>
  )
}

/** Pages that show the plan banner: they have no PRO offer of their own. */
const bannerPages: readonly OwnerPage[] = ['myNotifications']

/** Owner routes have their path segment as id. */
function pageOf(routeId: string): OwnerPage | null {
  const pages = Object.entries(ownerPages) as [OwnerPage, string][]
  return pages.find(([, segment]) => segment === routeId)?.[0] ?? null
}
