import type { CardSubscription } from '#contract/cards/cards.ts'
import { has } from '#contract/permissions.ts'
import { initialsOf } from '#common/text/initials.ts'
import { portraitSrc } from './load-who.ts'
import type { Claims } from './open-account.ts'

/** The logged-in owner and card of an owner page. */
export type Owner = {
  alias: string
  cardId: string
  cardKey: string
  cardName: string
  /** The name and email address of the login. */
  name: string
  email: string
  initials: string
  portrait: { src: string } | null
  isTeam: boolean
  /** PRO or on trial. */
  isActive: boolean
  subscription: CardSubscription
  may: { contacts: boolean; labels: boolean; seeBanners: boolean }
  experiments: string[]
  newContacts: number
  logoutHref: string
  /** The notice while the card is not public. */
  off: { line: string; act: string; href: string } | null
}

/** As visitors see it, or as its owner edits it. */
type OwnCard = {
  alias: string
  id: string
  key: string
  name: string
  permissions: number
  profile: number
  pictures: { profile?: { revision: string } | null | undefined }
  experiments: readonly { name: string; enabled: boolean }[]
  subscription: CardSubscription
}

export const ownerOf = (
  { alias, id, key, name, permissions, profile, pictures, experiments, subscription }: OwnCard,
  claim: Claims,
  newContacts: number,
): Owner => ({
  alias,
  cardId: id,
  cardKey: key,
  cardName: name,
  name: claim('name'),
  email: claim('email'),
  initials: initialsOf(name),
  portrait: pictures.profile ? { src: portraitSrc(alias, pictures.profile.revision) } : null,
  isTeam: profile === 2,
  isActive: subscription.isActive,
  subscription,
  may: {
    contacts: has(permissions, 'ConnectedClients'),
    labels: has(permissions, 'ConnectedClientLabels'),
    seeBanners: has(permissions, 'ShowFreemiumBanners'),
  },
  experiments: experiments.flatMap((one) => (one.enabled ? [one.name] : [])),
  newContacts,
  logoutHref: claim('bff:logout_url'),
  off: null,
})
