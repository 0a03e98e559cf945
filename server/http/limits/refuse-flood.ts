import type { Endpoint, Limit } from '#contract/endpoint.ts'
import { mailboxOf } from '#server/mailbox-of.ts'
import { takePerAddress } from './per-address.ts'
import type { Limits } from './limits.ts'
import type { Caller, Known } from '../calls/mount.ts'
import { problem } from '../problems/problem.ts'

export type KnownOf = (request: Request) => Promise<Known | null>
type Who = { visitor: string; caller: Caller }
type Named = { params?: unknown; input?: unknown }

const momentSeconds = 120
const later = { detail: 'Too many attempts. Try again later.' }

const limitsOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)
const hasReserve = (endpoint: Endpoint) => limitsOf(endpoint).some(({ per }) => per === 'known')

/** Before the body is read: limits by caller. Returns the known browser if its own reserve is not used up. */
export async function refuseCaller(
  endpoint: Endpoint,
  limits: Limits,
  who: Who,
  known: () => Promise<Known | null>,
): Promise<Known | null> {
  const browser = hasReserve(endpoint) ? await known() : null
  const held = browser && (await hasLeft(endpoint, limits, browser)) ? browser : null
  if (!held) await refuseAddress(endpoint, limits, who)
  const { visitor, caller } = who
  for (const limit of limitsOf(endpoint)) {
    if (limit.per !== 'account') continue
    const what = nameOf(endpoint, limit)
    refuse(await (caller.kind === 'owner' ? limits.take(what, caller.accountId, limit) : takePerAddress(limits, what, visitor, limit)))
  }
  return held
}

/** After the body is read: limits by what the call names in its path or body, such as a card or a mailbox. */
export async function refuseFlooded(endpoint: Endpoint, limits: Limits, who: Who, { params, input }: Named, held: Known | null) {
  const email = named('email', input)
  // A flood by strangers must not lock out a browser that has logged in to this account before.
  if (held && (await held.isOf(email || null))) return
  if (held) await refuseAddress(endpoint, limits, who)
  const { visitor } = who
  const card = named('alias', input) || named('alias', params)
  const mailbox = mailboxOf(email)
  for (const limit of limitsOf(endpoint)) {
    const what = nameOf(endpoint, limit)
    if (limit.per === 'card') refuse(await takePerAddress(limits, what, visitor, limit, card))
    if (limit.per === 'email') refuse(await takePerAddress(limits, what, visitor, limit, mailbox))
    if (limit.per === 'mailbox') refuse(await limits.take(what, mailbox, limit))
  }
}

/** Limited per browser, so that a stolen one cannot use up the reserve of others, and per account, which may have many browsers. */
async function hasLeft(endpoint: Endpoint, limits: Limits, { id, accountId }: Known): Promise<boolean> {
  for (const limit of limitsOf(endpoint)) {
    if (limit.per !== 'known' && limit.per !== 'address') continue
    const who = limit.per === 'known' ? id : `known ${accountId}`
    if ((await limits.take(nameOf(endpoint, limit), who, limit)) > 0) return false
  }
  return true
}

async function refuseAddress(endpoint: Endpoint, limits: Limits, { visitor }: Who) {
  for (const limit of limitsOf(endpoint))
    if (limit.per === 'address') refuse(await takePerAddress(limits, nameOf(endpoint, limit), visitor, limit))
}

const nameOf = ({ name }: Endpoint, { per, windowSeconds, sharedAs = name }: Limit) => `${sharedAs} ${per} ${windowSeconds}`

function refuse(retryAfterSeconds: number) {
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds, ...(retryAfterSeconds > momentSeconds ? later : {}) })
}

function named(key: string, parts: unknown): string {
  const value: unknown = typeof parts === 'object' && parts !== null ? Reflect.get(parts, key) : undefined
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}
