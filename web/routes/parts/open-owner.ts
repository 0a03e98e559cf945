import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import type { Card, CardSubscription } from '#contract/cards.ts'
import { sideHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { OpenCard } from '../../features/cards/frame-view.ts'
import { editHref } from '../../features/editor/sections.ts'
import { portraitOf } from '../../features/cards/pictures.ts'
import { initialsOf } from '#contract/initials.ts'
import { apiContext } from '../../platform/provided.ts'
import { openCard } from './open-card.ts'

/** Who is signed in, and on which of their cards, for every page of the owner's. */
export type Owner = {
  alias: string
  cardId: string
  cardKey: string
  cardName: string
  /** As the login knows the person. */
  name: string
  email: string
  initials: string
  portrait: { src: string } | null
  isTeam: boolean
  /** PRO or on trial: the plan is open. */
  isActive: boolean
  subscription: CardSubscription
  may: { contacts: boolean; labels: boolean }
  experiments: string[]
  newContacts: number
  logoutHref: string
}

export type OpenOwner = { owner: Owner; card: Card }

/** The card and its owner, or a way to the login that leads back here. A card of somebody else looks like being signed out. */
export async function openOwner(args: LoaderFunctionArgs): Promise<OpenOwner> {
  const open = await openCard(args).catch((thrown: unknown) => whereItIsOff(args, thrown))
  const owner = await readOwner(open, args).catch((thrown: unknown) => {
    if (isRefused(thrown) && thrown.problem.status === 401) throw toLogin(args, open.address.alias, isForeign(thrown.problem))
    throw thrown
  })
  return { card: open.card, owner }
}

/** A card that is off leads its owner to where it is switched on, and everybody else to the page that says so. */
async function whereItIsOff({ params, context }: LoaderFunctionArgs, thrown: unknown): Promise<never> {
  const alias = params['alias'] ?? ''
  const isOff = thrown instanceof Response && thrown.headers.get('location') === sideHref(alias, 'cardDisabled')
  const isOwn =
    isOff &&
    (await context
      .get(apiContext)
      .call('cards.editor', { params: { alias } })
      .then(Boolean, () => false))
  throw isOwn ? redirect(editHref(alias, 'card')) : thrown
}

/** Who is signed in at this card; refused where that is nobody. */
export async function readOwner({ card, subscription }: OpenCard, { context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Owner> {
  const api = context.get(apiContext)
  const claims = await api.call('accounts.user', { query: { uId: card.key } })
  const claim = (type: string) => String(claims.find((one) => one.type === type)?.value ?? '')
  const fresh = await api.call('contacts.search', {
    params: { page: 1, pageSize: 1, tag: 'none' },
    input: { alias: card.alias, SearchFor: '', ConnectedClientStatus: 1 },
  })
  const portrait = portraitOf(card)
  return {
    alias: card.alias,
    cardId: card.id,
    cardKey: card.key,
    cardName: card.fullName,
    name: claim('name'),
    email: claim('email'),
    initials: initialsOf(card.fullName),
    portrait: portrait ? { src: portrait.srcSet.split(' ')[0] ?? '' } : null,
    isTeam: card.profile === 2,
    isActive: subscription.isActive,
    subscription,
    may: { contacts: has(card.permissions, 'ConnectedClients'), labels: has(card.permissions, 'ConnectedClientLabels') },
    experiments: card.experiments.flatMap(({ name, enabled }) => (enabled ? [name] : [])),
    newContacts: fresh.metaData.totalCount,
    logoutHref: claim('bff:logout_url'),
  }
}

/** Signed in, but not at home here: another login is what helps. */
const isForeign = (problem: object) => Reflect.get(problem, 'Status') === 'Invalid'

function toLogin({ request }: LoaderFunctionArgs, alias: string, isForced: boolean) {
  const { pathname, search } = new URL(request.url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, ...(isForced ? { forceRelogin: 'on' } : {}) })}`)
}
