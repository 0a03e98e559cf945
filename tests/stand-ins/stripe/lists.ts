import type { Account } from './account.ts'
import { type Form, numberOf, partOf, textOf, textsOf } from './form.ts'
import { badRequest } from './refusal.ts'
import type { ListOf } from './things.ts'

type Listed = { id: string; created: number }

/** Newest first, a page at a time. */
export function pageOf<T extends Listed>(url: string, all: T[], query: Form): ListOf<T> {
  const limit = numberOf(query, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw badRequest('This value must be less than or equal to 100 (it currently is too large).', 'limit')
  const after = textOf(query, 'starting_after')
  const since = numberOf(partOf(query, 'created'), 'gte') ?? 0
  const newestFirst = all.filter(({ created }) => created >= since).toReversed()
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw badRequest(`No such object: '${after}'`, 'starting_after', 'resource_missing')
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', url, has_more: newestFirst.length > start + limit, data }
}

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null

/** A copy as it is sent: what `expand` names is put in place of its id. At most four steps deep, as there. */
export function present(account: Account, answer: unknown, asked: Form): unknown {
  const paths = Object.values(textsOf(partOf(asked, 'expand'))).map((path) => path.split('.'))
  if (paths.some((path) => path.length > 4)) throw badRequest('You cannot expand more than 4 levels of a property.', 'expand')
  const copy = structuredClone(answer)
  const isWanted = paths.some((path) => path[0] === 'payments' || path[1] === 'payments')
  if (!isWanted) hidePayments(copy)
  for (const path of paths) expand(account, copy, path)
  return copy
}

function hidePayments(answer: unknown) {
  if (!isPlain(answer)) return
  if (answer['object'] === 'list' && Array.isArray(answer['data'])) answer['data'].forEach(hidePayments)
  if (answer['object'] === 'invoice') delete answer['payments']
}

function expand(account: Account, place: unknown, [name, ...rest]: string[]): void {
  if (name === undefined || place === null) return
  if (Array.isArray(place)) return place.forEach((one) => expand(account, one, [name, ...rest]))
  // Of a deleted customer nothing is left to expand.
  if (!isPlain(place) || place['deleted'] === true) return
  if (!(name in place)) throw badRequest(`This property cannot be expanded (${name}).`, 'expand')
  const value = place[name]
  if (typeof value === 'string') place[name] = structuredClone(thingOf(account, value) ?? value)
  if (Array.isArray(place[name]) && rest.length === 0) return
  expand(account, place[name], rest)
}

function thingOf(account: Account, id: string) {
  const { customers, paymentMethods, subscriptions, invoices, charges, intents, products } = account
  for (const map of [customers, paymentMethods, subscriptions, invoices, charges, intents, products])
    if (map.has(id)) return deletedOr(map.get(id))
  return null
}

function deletedOr<T extends { id: string; object: string } | undefined>(thing: T) {
  return thing && 'deleted' in thing && thing.deleted === true ? { id: thing.id, object: thing.object, deleted: true } : thing
}
