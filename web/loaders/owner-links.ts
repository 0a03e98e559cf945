import { cardHref } from '#contract/pages.ts'
import { planState } from '../features/account/settings/plan-state.ts'
import { planHref, planLink } from '../features/billing/plan-link.ts'
import type { ShellPlan } from '../features/shell/shell-view.ts'
import { photoHref } from './account-links.ts'
import type { Owner } from './owner-of.ts'

export function planOf({ alias, subscription }: Pick<Owner, 'alias' | 'subscription'>): ShellPlan {
  const { label, days } = planState(subscription)
  const kind = planLink(subscription)
  return { label, days, link: kind && { kind, href: planHref(alias, kind) } }
}

/** After logging out, the owner returns to the card; the app stays the app. */
export function linksOf({ alias, logoutHref }: Owner, appHref: (href: string) => string) {
  const back = new URLSearchParams({ returnUrl: appHref(cardHref({ alias }, 'home')) })
  return { photo: photoHref(alias), logout: `${logoutHref}${logoutHref.includes('?') ? '&' : '?'}${back}` }
}
