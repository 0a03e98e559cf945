import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { Card, CardSubscription } from '#contract/cards/cards.ts'
import { displayName } from '#common/text/display-name.ts'
import { sideHref } from '#contract/pages.ts'
import type { OpenCard } from '../features/cards/frame/frame-view.ts'
import { readPublished } from '../features/editor/draft/edited.ts'
import { editHref } from '../features/editor/sections.ts'
import { portraitOf } from '../features/cards/pictures.ts'
import { initialsOf } from '#common/text/initials.ts'
import { apiContext } from '../platform/router-context.ts'
import { ownerPermissions } from './owner-permissions.ts'
import { openCard } from './open-card.ts'
import { readEdited } from './open-editor.ts'
import { translateFor } from './translate-for.ts'

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

/** The data that all owner pages need, also while the card is not public. */
export type OpenOwner = {
  owner: Owner
  capture: Card['settings']['connectClientsSetting']
  services: OpenCard['services']
}

/**
 * The card's owner, or a redirect to the login that returns here. For another account's card the answer is the same as when logged
 * out.
 */
export async function openOwner(args: LoaderFunctionArgs): Promise<OpenOwner> {
  const found = await openCard(args).catch((thrown: unknown) => openOff(args, thrown))
  if ('owner' in found) return found
  const { card, services, address } = found
  const owner = await readOwner(found, args).catch((thrown: unknown) => {
    if (isProblem(thrown) && thrown.problem.status === 401) throw toLogin(args, address.alias, isForeign(thrown.problem))
    throw thrown
  })
  return { owner, capture: card.settings.connectClientsSetting, services }
}

/** A disabled card is open to its owner; visitors are redirected to its notice. */
async function openOff({ params, context, request }: LoaderFunctionArgs, thrown: unknown): Promise<OpenOwner> {
  const alias = params['alias'] ?? ''
  const isOff =
    thrown instanceof Response && thrown.headers.get('location')?.toLowerCase() === sideHref(alias, 'cardDisabled').toLowerCase()
  if (!isOff) throw thrown
  const { editor, owner } = await readEdited(context.get(apiContext), alias).catch((refused: unknown) => {
    throw isProblem(refused) && refused.problem.status < 500 ? thrown : refused
  })
  const t = translateFor(request)
  const off = editor.isDisabled
    ? { line: t('editor.offDown'), act: '', href: '' }
    : { line: t('editor.offLine'), act: t('editor.offSwitch'), href: editHref(alias, 'card') }
  const { 'settings.connectClientsSetting': capture } = readPublished(editor.published)
  // The search services come with a public card's services; a disabled card uses the defaults.
  return { owner: { ...owner, off }, capture: { ...noCapture, ...capture }, services: [] }
}

const noCapture = { enabled: false, desktopEnabled: false, timeout: 0, applyTags: '' }

/** The account logged in at this card; throws if there is none. */
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
    may: ownerPermissions(card.permissions),
    experiments: card.experiments.flatMap(({ name, enabled }) => (enabled ? [name] : [])),
    newContacts: fresh.metaData.totalCount,
    logoutHref: claim('bff:logout_url'),
    off: null,
  }
}

/** Logged in, but not at this card: it needs another login. */
const isForeign = (problem: object) => Reflect.get(problem, 'Status') === 'Invalid'

function toLogin({ request }: LoaderFunctionArgs, alias: string, isForced: boolean) {
  const { pathname, search } = new URL(request.url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, ...(isForced ? { forceRelogin: 'on' } : {}) })}`)
}
