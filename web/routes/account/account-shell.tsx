import type { ReactNode } from 'react'
import { useForgetAtSignOut } from '../../features/push/use-forget-at-sign-out.ts'
import { useInboxCount } from '../../features/push/use-inbox-count.ts'
import { Shell } from '../../features/shell/shell.tsx'
import type { ShellPlan } from '../../features/shell/shell-view.ts'
import { useOwnerNav, type OwnerPlace } from '../../features/shell/use-owner-nav.ts'
import { useNeedsReach } from '../../platform/connection/use-reach.ts'
import { WhenReached } from '../../ui/when-reached.tsx'
import { whoOf, type Who } from '../owner/load-who.ts'
import type { Chosen } from './load-chosen.ts'

type Props = {
  who: Who
  chosen: Chosen | null
  here: OwnerPlace
  hrefOf?: (alias: string) => string
  plan?: ShellPlan | null
  newContacts?: Record<string, number>
  children: ReactNode
}

/** The shell around the pages of an account, about the card that was chosen there. */
export function AccountShell({ who, chosen, here, hrefOf, plan = null, newContacts, children }: Props) {
  useForgetAtSignOut('/bff/logout')
  const inboxCount = useInboxCount(chosen?.alias ?? '')
  const nav = useOwnerNav({ card: chosen, here, isAdmin: who.isAdmin, hasSeveral: who.cards.length > 1, inboxCount, isApart: true })
  const counts = newContacts ?? (chosen ? { [chosen.alias]: chosen.newContacts } : {})
  const shown = whoOf(who, { alias: chosen?.alias ?? null, plan, newContacts: counts, ...(hrefOf && { hrefOf }) })
  return (
    <Shell nav={nav} who={who.email ? shown : null}>
      <WhenReached {...useNeedsReach()}>{children}</WhenReached>
    </Shell>
  )
}
