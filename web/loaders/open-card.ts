import { blankCard, blankSubscription } from '#common/blank-card.ts'
import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { Card, CardAnswer, DisabledCard } from '#contract/cards/cards.ts'
import {
  appPaths,
  cardPages,
  ownerPages,
  reservedSegments,
  restrictedHref,
  sideHref,
  sidePages,
  type CardAddress,
  type CardPage,
} from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { isPreviewAddress } from '#contract/cards/preview.ts'
import type { OpenCard } from '../features/cards/frame/frame-view.ts'
import { apiContext } from '../platform/router-context.ts'

type CardArgs = Pick<LoaderFunctionArgs, 'params' | 'context'> & Partial<Pick<LoaderFunctionArgs, 'request'>>

/** The data of a 404, for the error page. */
export type CardNotFoundData = { missingAlias: string }

/** Whether visitors may see it. */
export const isOpen = (card: Card | DisabledCard): card is Card => 'permissions' in card && !card.isCardDisabled && card.eCardEnabled

/** The loaders of the frame and the page run in parallel for one request and share one read. */
export function oncePerRequest<T>(read: (visit: CardArgs) => Promise<T>): (visit: CardArgs) => Promise<T> {
  const reads = new WeakMap<object, Map<string, Promise<T>>>()
  return (visit) => {
    const { params, context } = visit
    const known = reads.get(context) ?? new Map<string, Promise<T>>()
    reads.set(context, known)
    const key = [params['alias'], params['version']].join(' ')
    const reading = known.get(key) ?? read(visit)
    known.set(key, reading)
    return reading
  }
}

/** The card at this address, enabled or not; null if there is none. */
export const findCard = oncePerRequest(async ({ params, context }): Promise<{ answer: CardAnswer; address: CardAddress } | null> => {
  const alias = params['alias'] ?? ''
  const version = params['version']
  if (reservedSegments.has(alias.toLowerCase())) return null
  try {
    const answer = await context.get(apiContext).call('cards.read', { params: { alias, ...(version ? { version } : {}) } })
    const card = answer['{product}']
    // Aliases are case-insensitive; the address has the stored spelling.
    return { answer, address: { alias: card.alias, version: (version && 'stringVersion' in card && card.stringVersion) || version } }
  } catch (thrown) {
    const status = isProblem(thrown) ? thrown.problem.status : 500
    // An invalid alias cannot exist.
    if (status === 404 || status === 400 || status === 422) return null
    throw thrown
  }
})

/** Like `findCard`, but throws a 404 if there is none. */
export async function readCard(visit: CardArgs): Promise<{ answer: CardAnswer; address: CardAddress }> {
  return (await findCard(visit)) ?? notFound(visit)
}

function notFound({ params }: CardArgs): never {
  throw data<CardNotFoundData>({ missingAlias: params['alias'] ?? '' }, { status: 404 })
}

/**
 * The card and the data around its pages; null if it is disabled. An editor's preview always gets a card, blank if there is none or it
 * is disabled.
 */
export const openIfEnabled = oncePerRequest(async (visit): Promise<OpenCard | null> => {
  const found = await findCard(visit)
  const card = found?.answer['{product}']
  if (!isPreview(visit)) {
    if (!found || !card) return notFound(visit)
    redirectToCanonical(visit, found.address)
    if (!isOpen(card)) return null
  }
  const api = visit.context.get(apiContext)
  if (!found || !card || !isOpen(card)) {
    const alias = visit.params['alias'] ?? ''
    return {
      card: blankCard(alias),
      subscription: blankSubscription,
      services: [],
      settings: await api.call('cards.settings'),
      address: { alias },
    }
  }
  const { answer, address } = found
  const query = { subjectId: card.id, ...(address.version ? { version: address.version } : {}) }
  const [services, settings] = await Promise.all([api.call('cards.services', { query }), api.call('cards.settings')])
  return { card, subscription: answer.subscription, address, services, settings }
})

/** The same for visitors: a disabled card redirects to its notice. */
export async function openCard(visit: CardArgs): Promise<OpenCard> {
  return (await openIfEnabled(visit)) ?? redirectToNotice(visit)
}

export async function redirectToNotice(visit: CardArgs): Promise<never> {
  const { address } = await readCard(visit)
  throw redirect(sideHref(address.alias, 'cardDisabled'))
}

/** Like `openCard`, for one page: without its permission, redirects to the page that explains why. */
export async function openCardPage(visit: CardArgs, page: CardPage): Promise<OpenCard> {
  const open = await openCard(visit)
  if (!has(open.card.permissions, cardPages[page].permission)) throw redirect(restrictedHref(open.address, page))
  return open
}

/** The pages of a card, as the address names them after the alias or version. */
const pagePaths: ReadonlySet<string> = new Set([
  ...Object.values(cardPages).flatMap(({ segment }) => [segment, `${segment}-restricted-access`]),
  ...Object.values(sidePages),
  ...Object.values(ownerPages),
  appPaths.shared,
])

/**
 * Redirects other spellings of the alias, version or page, and trailing slashes, to the canonical address. Form posts and cards
 * found by an old alias don't redirect.
 */
function redirectToCanonical({ request, params }: CardArgs, address: CardAddress) {
  // After an action, React Router calls loaders with a GET that has the form's headers.
  if (request?.method !== 'GET' || request.headers.has('content-type')) return
  if (params['alias']?.toLowerCase() !== address.alias.toLowerCase()) return
  const { pathname, search } = new URL(request.url)
  const [, , ...parts] = pathname.replace(/\/+$/, '').split('/')
  const isVersion = address.version !== undefined && parts[0]?.toLowerCase() === 'v'
  const page = (isVersion ? parts.slice(2) : parts).join('/')
  // The bare address redirects to the home page in one step.
  if (page === '') return
  // The router ignores case.
  const canonical = pagePaths.has(page.toLowerCase()) ? page.toLowerCase() : page
  const path = ['', address.alias, ...(isVersion ? ['v', address.version] : []), canonical].join('/')
  if (path !== pathname) throw redirect(path + search, 301)
}

export const isPreview = ({ request }: CardArgs) => request !== undefined && isPreviewAddress(new URL(request.url))
