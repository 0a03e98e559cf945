import { cardHref } from '#contract/pages.ts'
import { planState } from '../../features/account/settings/plan-state.ts'
import type { FrameLinks, FramePlan } from '../../features/account/frame/frame-owner.ts'
import { planHref, planLink } from '../../features/account/frame/plan-link.ts'
import { editHref, photoHref } from '../account/account-links.ts'
import type { Owner } from './open-owner.ts'

export function planOf({ alias, subscription }: Owner): FramePlan {
  const { label, days } = planState(subscription)
  const kind = planLink(subscription)
  return { label, days, link: kind && { kind, href: planHref(alias, kind) } }
}

/** Where an owner goes from any page. Signed out, they are back at the card, and the app is still the app. */
export function linksOf({ alias, logoutHref }: Owner, appHref: (href: string) => string): FrameLinks {
  const back = new URLSearchParams({ returnUrl: appHref(cardHref({ alias }, 'home')) })
  return {
    edit: editHref(alias),
    dashboard: '/account',
    photo: photoHref(alias),
    logout: `${logoutHref}${logoutHref.includes('?') ? '&' : '?'}${back}`,
  }
}
