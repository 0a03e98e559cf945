import { blankCard, blankSubscription } from '#common/blank-card.ts'
import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import type { Card, CardAnswer, DisabledCard } from '#contract/cards/cards.ts'
import { cardPages, reservedSegments, restrictedHref, sideHref, type CardAddress, type CardPage } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { isPreviewAddress } from '#contract/cards/preview.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { apiContext } from '../../../platform/provided.ts'

type Visit = Pick<LoaderFunctionArgs, 'params' | 'context'> & Partial<Pick<LoaderFunctionArgs, 'request'>>

/** What a 404 carries to the page that explains it. */
export type NobodyHome = { nobodyAt: string }

/** Whether visitors may see it. */
export const isOpen = (card: Card | DisabledCard): card is Card => 'permissions' in card && !card.isCardDisabled && card.eCardEnabled

/** The frame and the page in it are loaded side by side, for one request: both ask for the card, and it is read once. */
function oncePerRequest<T>(read: (visit: Visit) => Promise<T>): (visit: Visit) => Promise<T> {
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

/** The card at this address, open or not; null where there is none. */
export const findCard = oncePerRequest(async ({ params, context }): Promise<{ answer: CardAnswer; address: CardAddress } | null> => {
  const alias = params['alias'] ?? ''
  const version = params['version']
  if (reservedSegments.has(alias.toLowerCase())) return null
  try {
    const answer = await context.get(apiContext).call('cards.read', { params: { alias, ...(version ? { version } : {}) } })
    const card = answer['{product}']
    // A name is found however it is spelled; addresses have the spelling it was stored with.
    return { answer, address: { alias: card.alias, version: (version && 'stringVersion' in card && card.stringVersion) || version } }
  } catch (thrown) {
    const status = isRefused(thrown) ? thrown.problem.status : 500
    // An alias that the contract does not allow is one that nobody has.
    if (status === 404 || status === 400 || status === 422) return null
    throw thrown
  }
})

/** The same, with a 404 where there is none. */
export async function readCard(visit: Visit): Promise<{ answer: CardAnswer; address: CardAddress }> {
  return (await findCard(visit)) ?? notFound(visit)
}

function notFound({ params }: Visit): never {
  throw data<NobodyHome>({ nobodyAt: params['alias'] ?? '' }, { status: 404 })
}

/**
 * The card with all that surrounds its pages. A disabled card leads to the page that says so. An editor's preview always has a card:
 * a blank one where there is none, or where it is disabled.
 */
export const openCard = oncePerRequest(async (visit): Promise<OpenCard> => {
  const found = await findCard(visit)
  const card = found?.answer['{product}']
  if (!isPreview(visit)) {
    if (!found || !card) return notFound(visit)
    leadToCanonical(visit, found.address)
    if (!isOpen(card)) throw redirect(sideHref(found.address.alias, 'cardDisabled'))
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

/** The same for one page: without its right a person is led to the page that explains why. */
export async function openCardPage(visit: Visit, page: CardPage): Promise<OpenCard> {
  const open = await openCard(visit)
  if (!has(open.card.permissions, cardPages[page].permission)) throw redirect(restrictedHref(open.address, page))
  return open
}

/**
 * One page, one address: another spelling of the alias or version, or a slash at the end, leads there for good. The answer to a form
 * stays where it is, and so does a card found under an alias it had before.
 */
function leadToCanonical({ request, params }: Visit, address: CardAddress) {
  // React Router hands loaders a GET after an action, too, with the headers of the form.
  if (request?.method !== 'GET' || request.headers.has('content-type')) return
  if (params['alias']?.toLowerCase() !== address.alias.toLowerCase()) return
  const { pathname, search } = new URL(request.url)
  const [, , second, third, ...rest] = pathname.replace(/\/+$/, '').split('/')
  const isVersion = address.version !== undefined && second === 'v'
  // The bare address of a card leads to its home page, in one step.
  if (second === undefined || (isVersion && rest.length === 0)) return
  const path = ['', address.alias, second, isVersion ? address.version : third, ...rest].filter((part) => part !== undefined).join('/')
  if (path !== pathname) throw redirect(path + search, 301)
}

export const isPreview = ({ request }: Visit) => request !== undefined && isPreviewAddress(new URL(request.url))
