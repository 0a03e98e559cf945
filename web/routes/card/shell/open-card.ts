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

const isOpen = (card: Card | DisabledCard): card is Card => 'permissions' in card && !card.isCardDisabled && card.eCardEnabled

/** The frame and the page in it are loaded side by side, for one request: both ask for the card, and it is read once. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>()

function once<T>({ params, context }: Visit, what: string, read: () => Promise<T>): Promise<T> {
  const known = underWay.get(context) ?? new Map<string, Promise<unknown>>()
  underWay.set(context, known)
  const key = [what, params['alias'], params['version']].join(' ')
  const reading = known.get(key) ?? read()
  known.set(key, reading)
  // What is kept under a name was read by the same reader.
  return reading as Promise<T>
}

/** The card at this address, open or not; nobody there is a 404. */
export async function readCard(visit: Visit): Promise<{ answer: CardAnswer; address: CardAddress }> {
  const found = await findCard(visit)
  if (!found) throw nobodyHome(visit.params['alias'] ?? '')
  return found
}

/** The same for who asks as a program does; nobody there is nothing. */
export const findCard = (visit: Visit) => once(visit, 'card', () => find(visit))

async function find({ params, context }: Visit): Promise<{ answer: CardAnswer; address: CardAddress } | null> {
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
    // An address nobody could have is an address where nobody lives.
    if (status === 404 || status === 400 || status === 422) return null
    throw thrown
  }
}

const nobodyHome = (alias: string) => data<NobodyHome>({ nobodyAt: alias }, { status: 404 })

/** The card with all that surrounds its pages. A disabled card leads to the page that says so. */
export const openCard = (visit: Visit): Promise<OpenCard> => once(visit, 'open', () => open(visit))

async function open(visit: Visit): Promise<OpenCard> {
  if (isPreview(visit)) return openPreview(visit)
  const { answer, address } = await readCard(visit)
  leadToCanonical(visit, address)
  const card = answer['{product}']
  if (!isOpen(card)) throw redirect(sideHref(address.alias, 'cardDisabled'))

  return withServices(visit, { card, subscription: answer.subscription, address })
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

/** In an editor's frame there is always a card: an empty one where nobody lives, or where it is shut. */
async function openPreview(visit: Visit): Promise<OpenCard> {
  const found = await findCard(visit)
  const card = found?.answer['{product}']
  if (found && card && isOpen(card)) return withServices(visit, { card, subscription: found.answer.subscription, address: found.address })

  const alias = visit.params['alias'] ?? ''
  const settings = await visit.context.get(apiContext).call('cards.settings')
  return { card: blankCard(alias), subscription: blankSubscription, services: [], settings, address: { alias } }
}

async function withServices(visit: Visit, known: Omit<OpenCard, 'services' | 'settings'>): Promise<OpenCard> {
  const { card, address } = known
  const api = visit.context.get(apiContext)
  const of = { subjectId: card.id, ...(address.version ? { version: address.version } : {}) }
  const [services, settings] = await Promise.all([api.call('cards.services', { query: of }), api.call('cards.settings')])
  return { ...known, services, settings }
}

/** The same for one page: without its right a person is led to the page that explains why. */
export async function openCardPage(visit: Visit, page: CardPage): Promise<OpenCard> {
  const open = await openCard(visit)
  if (!has(open.card.permissions, cardPages[page].permission)) throw redirect(restrictedHref(open.address, page))
  return open
}

/** The name of a card that is shut, or null when it is open. */
export async function readDisabled(visit: Visit): Promise<{ card: DisabledCard; address: CardAddress; isOpen: boolean }> {
  const { answer, address } = await readCard(visit)
  const card = answer['{product}']
  return { card, address, isOpen: isOpen(card) }
}
