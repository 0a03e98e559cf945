import type { Account } from './account.ts'
import { type Form, numberOf, partOf, textOf, textsOf } from './form.ts'
import { badRequest } from './errors.ts'
import type { ListOf } from './objects.ts'

type Listed = { id: string; created: number }

/** Newest first, page by page. */
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

type PlainObject = Record<string, unknown>
const isPlainObject = (value: unknown): value is PlainObject => typeof value === 'object' && value !== null

/** A copy for the response, with ids replaced by objects as `expand` says, at most four levels deep as in Stripe. */
export function present(account: Account, answer: unknown, form: Form): unknown {
  const paths = Object.values(textsOf(partOf(form, 'expand'))).map((path) => path.split('.'))
  if (paths.some((path) => path.length > 4)) throw badRequest('You cannot expand more than 4 levels of a property.', 'expand')
  const copy = structuredClone(answer)
  const isWanted = paths.some((path) => path[0] === 'payments' || path[1] === 'payments')
  if (!isWanted) hidePayments(copy)
  for (const path of paths) expand(account, copy, path)
  return copy
}

function hidePayments(answer: unknown) {
  if (!isPlainObject(answer)) return
  if (answer['object'] === 'list' && Array.isArray(answer['data'])) answer['data'].forEach(hidePayments)
  if (answer['object'] === 'invoice') delete answer['payments']
}

function expand(account: Account, place: unknown, [name, ...rest]: string[]): void {
  if (name === undefined || place === null) return
  if (Array.isArray(place)) return place.forEach((one) => expand(account, one, [name, ...rest]))
  // A deleted customer has nothing to expand.
  if (!isPlainObject(place) || place['deleted'] === true) return
  if (!(name in place)) throw badRequest(`This property cannot be expanded (${name}).`, 'expand')
  const value = place[name]
  if (typeof value === 'string') place[name] = structuredClone(findObject(account, value) ?? value)
  if (Array.isArray(place[name]) && rest.length === 0) return
  expand(account, place[name], rest)
}

function findObject(account: Account, id: string) {
  const { customers, paymentMethods, subscriptions, invoices, charges, intents, products } = account
  for (const map of [customers, paymentMethods, subscriptions, invoices, charges, intents, products])
    if (map.has(id)) return deletedOr(map.get(id))
  return null
}

function deletedOr<T extends { id: string; object: string } | undefined>(thing: T) {
  return thing && 'deleted' in thing && thing.deleted === true ? { id: thing.id, object: thing.object, deleted: true } : thing
}
