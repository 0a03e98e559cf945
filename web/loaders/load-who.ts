import { pathTo } from '#common/path-to.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { ShellPlan, ShellWho } from '../features/shell/shell-view.ts'
import { ownerShare, type OwnerShare } from '../features/share/shared-card.ts'
import { homeHref } from '../features/shell/use-owner-nav.ts'
import { apiContext, siteContext } from '../platform/router-context.ts'
import { isShareAddress } from '../platform/share-address.ts'
import { readClaims, type Claims } from './open-account.ts'
import { translateFor } from './translate-for.ts'

/** What the shell shows of an account. */
export type Who = { name: string; email: string; isAdmin: boolean; logoutHref: string; cards: OwnCardItem[] }
/** With the connections of the chosen card that need their owner, and the card to share. */
export type OwnerWho = Who & { failingCount: number; share: OwnerShare | null }

type Args = Pick<LoaderFunctionArgs, 'context'>

/** The account with all its cards. What fails to load is left out. */
export async function loadWho({ context }: Args): Promise<Who> {
  const api = context.get(apiContext)
  const [claim, cards] = await Promise.all([readClaims(api).catch((): Claims => () => ''), api.call('cards.own').catch(() => [])])
  return {
    name: claim('name'),
    email: claim('email'),
    isAdmin: claim('role') === 'admin',
    logoutHref: `${claim('bff:logout_url')}&returnUrl=%2F`,
    cards,
  }
}

export async function loadOwnerWho(args: Args & Pick<LoaderFunctionArgs, 'request'>, alias: string): Promise<OwnerWho> {
  const [who, failing, share] = await Promise.all([loadWho(args), loadFailing(args, alias), loadShare(args, alias)])
  return { ...who, failingCount: failing.length, share }
}

/** For a page whose address opens the share dialog, else null: a script loads the card when it opens the dialog. */
export async function loadShare({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>, alias: string) {
  if (!isShareAddress(new URL(request.url).search)) return null
  const { publicUrl } = context.get(siteContext)
  return context
    .get(apiContext)
    .call('cards.read', { params: { alias } })
    .then(
      (answer) => ownerShare(answer['{product}'], publicUrl, translateFor(request)),
      () => 'failed' as const,
    )
}

export type FailingConnection = { id: string; name: string }

/** The connections of a card that need their owner. */
export const loadFailing = ({ context }: Args, alias: string): Promise<FailingConnection[]> =>
  context
    .get(apiContext)
    .call('connections.failing', { query: { alias } })
    .catch(() => [])

type Options = {
  /** The chosen card. */
  alias: string | null
  /** The switcher's link to another card: the same page, if that card has it, else its home. */
  hrefOf?: (alias: string) => string
  plan?: ShellPlan | null
  logoutHref?: string
  newContacts?: Record<string, number>
}

/** The same for the shell: each card with the address of the same page, if it has one. */
export function whoOf(
  { name, email, cards, logoutHref }: Who,
  { alias, hrefOf, plan = null, logoutHref: ownLogout, newContacts = {} }: Options,
): ShellWho {
  const hasSeveral = cards.length > 1
  return {
    name,
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
      isAvailable: card.isAvailable,
      href: hrefOf?.(card.alias) ?? homeHref(card.alias, hasSeveral),
      newContacts: newContacts[card.alias] ?? 0,
    })),
  }
}

export const portraitSrc = (alias: string, version: string) => `${pathTo('media.profileImage', { alias, version })}?w=220`

/** Pictures of a disabled card are not public. */
export const portraitOf = ({ alias, picture, isOpen }: OwnCardItem): string | null =>
  picture && isOpen ? portraitSrc(alias, picture) : null
