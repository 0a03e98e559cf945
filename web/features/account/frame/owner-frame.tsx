import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { SharedIcons } from '../../../ui/icons/icon.tsx'
import { useKeepAppAddress } from '../../../platform/app/use-app-address.ts'
import { useArrival } from '../../../ui/use-arrival.ts'
import { AccountMenu } from './account-menu.tsx'
import type { FrameLinks, FrameOwner, FramePage, FramePlan } from './frame-owner.ts'
import { OwnerDock } from './owner-dock.tsx'
import { OwnerHeader } from './owner-header.tsx'
import { OwnerSide } from './owner-side.tsx'

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
