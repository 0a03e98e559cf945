import type { ReactNode } from 'react'
import { useClearAtSignOut } from '../../features/push/use-clear-at-sign-out.ts'
import { useFillInbox } from '../../features/push/use-fill-inbox.ts'
import { useInboxCount } from '../../features/push/use-inbox-count.ts'
import { Shell } from '../../features/shell/shell.tsx'
import type { ShellPlan } from '../../features/shell/shell-view.ts'
import { hasInbox, useOwnerNav, type OwnerPlace } from '../../features/shell/use-owner-nav.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { whoOf, type Who } from '../../loaders/load-who.ts'
import { ShareHere } from '../shell/share-here.tsx'
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

/** The shell around the account pages, for the chosen card. */
export function AccountShell({ who, chosen, here, hrefOf, plan = null, newContacts, children }: Props) {
  useClearAtSignOut('/bff/logout')
  useFillInbox(chosen && hasInbox(chosen.experiments) ? chosen.alias : null)
  const inboxCount = useInboxCount(chosen?.alias ?? '')
  const nav = useOwnerNav({
    card: chosen,
    here,
    isAdmin: who.isAdmin,
    hasSeveral: who.cards.length > 1,
    inboxCount,
    failingCount: chosen?.failingCount ?? 0,
    isApart: true,
  })
  const counts = newContacts ?? (chosen ? { [chosen.alias]: chosen.newContacts } : {})
  const shellWho = whoOf(who, { alias: chosen?.alias ?? null, plan, newContacts: counts, ...(hrefOf && { hrefOf }) })
  return (
    <ToastProvider>
      <Shell nav={nav} who={who.email ? shellWho : null}>
        <OnlineOnly {...useServerRequired()}>{children}</OnlineOnly>
        {chosen && <ShareHere alias={chosen.alias} key={chosen.alias} loaded={chosen.share} />}
      </Shell>
    </ToastProvider>
  )
}
