import { AccountMenuOnCard } from '../../features/owner/account-menu-on-card.tsx'
import { useForgetAtSignOut } from '../../features/push/use-forget-at-sign-out.ts'
import { useInboxCount } from '../../features/push/use-inbox-count.ts'
import { useOwnersWorker } from '../../features/push/use-owners-worker.ts'
import { useAppHref } from '../../platform/use-app-address.ts'
import type { Owner } from './open-owner.ts'
import { linksOf, planOf } from './owner-links.ts'

/** The owner's account on the owner's card, and what an app does for who is signed in. */
export function OwnersMenu({ owner }: { owner: Owner }) {
  useOwnersWorker(owner)
  useForgetAtSignOut(owner.logoutHref)
  return (
    <AccountMenuOnCard owner={owner} plan={planOf(owner)} links={linksOf(owner, useAppHref())} inboxCount={useInboxCount(owner.alias)} />
  )
}
