import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import type { Card, CardSubscription } from '#contract/cards/cards.ts'
import { displayName } from '#contract/text/display-name.ts'
import { sideHref } from '#contract/pages.ts'
import type { OpenCard } from '../../features/cards/frame/frame-view.ts'
import { readPublished } from '../../features/editor/draft/edited.ts'
import { editHref } from '../../features/editor/sections.ts'
import { portraitOf } from '../../features/cards/pictures.ts'
import { initialsOf } from '#contract/text/initials.ts'
import { apiContext } from '../../platform/provided.ts'
import { mayOf } from '../card/shell/may-of.ts'
import { openCard } from '../card/shell/open-card.ts'
import { readEdited } from '../editor/open-editor.ts'
import { translateFor } from '../translate-for.ts'

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
  may: { contacts: boolean; labels: boolean; seeBanners: boolean }
  experiments: string[]
  newContacts: number
  logoutHref: string
  /** What is said while nobody else sees the card. */
  off: { line: string; act: string; href: string } | null
}

/** What an owner's pages are drawn from, also while nobody else sees the card. */
export type OpenOwner = {
  owner: Owner
  capture: Card['settings']['connectClientsSetting']
  services: OpenCard['services']
}

/** The card's owner, or a way to the login that leads back here. A card of somebody else looks like being signed out. */
export async function openOwner(args: LoaderFunctionArgs): Promise<OpenOwner> {
  const found = await openCard(args).catch((thrown: unknown) => openOff(args, thrown))
  if ('owner' in found) return found
  const { card, services, address } = found
  const owner = await readOwner(found, args).catch((thrown: unknown) => {
    if (isRefused(thrown) && thrown.problem.status === 401) throw toLogin(args, address.alias, isForeign(thrown.problem))
    throw thrown
  })
  return { owner, capture: card.settings.connectClientsSetting, services }
}

/** A card that is off is open to its owner; everybody else is led to the page that says so. */
async function openOff({ params, context, request }: LoaderFunctionArgs, thrown: unknown): Promise<OpenOwner> {
  const alias = params['alias'] ?? ''
  const isOff =
    thrown instanceof Response && thrown.headers.get('location')?.toLowerCase() === sideHref(alias, 'cardDisabled').toLowerCase()
  if (!isOff) throw thrown
  const { editor, owner } = await readEdited(context.get(apiContext), alias).catch((refused: unknown) => {
    throw isRefused(refused) && refused.problem.status < 500 ? thrown : refused
  })
  const t = translateFor(request)
  const off = editor.isDisabled
    ? { line: t('editor.offDown'), act: '', href: '' }
    : { line: t('editor.offLine'), act: t('editor.offSwitch'), href: editHref(alias, 'card') }
  const { 'settings.connectClientsSetting': capture } = readPublished(editor.published)
  // Where people are looked for comes with the services of a card that is shown: here the usual places stand in.
  return { owner: { ...owner, off }, capture: { ...noCapture, ...capture }, services: [] }
}

const noCapture = { enabled: false, desktopEnabled: false, timeout: 0, applyTags: '' }

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
    cardName: displayName(card),
    name: claim('name'),
    email: claim('email'),
    initials: initialsOf(displayName(card)),
    portrait: portrait ? { src: portrait.srcSet.split(' ')[0] ?? '' } : null,
    isTeam: card.profile === 2,
    isActive: subscription.isActive,
    subscription,
    may: mayOf(card.permissions),
    experiments: card.experiments.flatMap(({ name, enabled }) => (enabled ? [name] : [])),
    newContacts: fresh.metaData.totalCount,
    logoutHref: claim('bff:logout_url'),
    off: null,
  }
}

/** Signed in, but not at home here: another login is what helps. */
const isForeign = (problem: object) => Reflect.get(problem, 'Status') === 'Invalid'

function toLogin({ request }: LoaderFunctionArgs, alias: string, isForced: boolean) {
  const { pathname, search } = new URL(request.url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, ...(isForced ? { forceRelogin: 'on' } : {}) })}`)
}
