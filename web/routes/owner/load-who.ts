import { pathTo } from '#common/path-to.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { ShellPlan, ShellWho } from '../../features/shell/shell-view.ts'
import { homeHref } from '../../features/shell/use-owner-nav.ts'
import { apiContext } from '../../platform/provided.ts'

/** What the shell shows of an account beside the page. */
export type Who = { email: string; isAdmin: boolean; logoutHref: string; cards: OwnCardItem[] }

/** Who is logged in, with all of their cards. What cannot be read now is left out: the page stands without it. */
export async function loadWho({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Who> {
  const { call } = context.get(apiContext)
  const [claims, cards] = await Promise.all([call('accounts.user').catch(() => []), call('cards.own').catch(() => [])])
  const claim = (type: string) => String(claims.find((one) => one.type === type)?.value ?? '')
  return { email: claim('email'), isAdmin: claim('role') === 'operator', logoutHref: `${claim('bff:logout_url')}&returnUrl=%2F`, cards }
}

type Options = {
  /** The chosen card. */
  alias: string | null
  /** The page of another card that the switcher leads to: the same one, where that card has it. Home without it. */
  hrefOf?: (alias: string) => string
  plan?: ShellPlan | null
  logoutHref?: string
  newContacts?: Record<string, number>
}

/** The same for the shell: with every card's address, of the same page where there is one. */
export function whoOf(
  { email, cards, logoutHref }: Who,
  { alias, hrefOf, plan = null, logoutHref: ownLogout, newContacts = {} }: Options,
): ShellWho {
  const hasSeveral = cards.length > 1
  return {
    email,
    alias,
    plan,
    logoutHref: ownLogout ?? logoutHref,
    privacyHref: alias && hasSeveral ? `/account/privacy?${new URLSearchParams({ card: alias })}` : '/account/privacy',
    cards: cards.map((card) => ({
      alias: card.alias,
      name: card.fullName || card.alias,
      portrait: portraitOf(card),
      isOn: card.isOpen,
      href: hrefOf?.(card.alias) ?? homeHref(card.alias, hasSeveral),
      newContacts: newContacts[card.alias] ?? 0,
    })),
  }
}

/** Pictures of a card that is off are nobody's to see. */
export const portraitOf = ({ alias, picture, isOpen }: OwnCardItem): string | null =>
  picture && isOpen ? `${pathTo('media.profileImage', { alias, version: picture })}?w=220` : null
