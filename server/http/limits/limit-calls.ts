import type { Endpoint, Limit } from '#contract/endpoint.ts'
import { propertyOf } from '#common/property-of.ts'
import { mailboxOf } from '#server/common/mailbox-of.ts'
import { takePerAddress } from './per-address.ts'
import type { Limits } from './limits.ts'
import type { Caller, KnownBrowser } from '../calls/mount.ts'
import { problem } from '../problems/problem.ts'

export type KnownOf = (request: Request) => Promise<KnownBrowser | null>
type Client = { visitor: string; caller: Caller }
type RequestParts = { params?: unknown; input?: unknown }

const longWaitSeconds = 120
const longWait = { detail: 'Too many attempts. Try again later.' }

const limitsOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)
const hasReserve = (endpoint: Endpoint) => limitsOf(endpoint).some(({ per }) => per === 'known')

/** Before the body is read: limits by caller. Returns the known browser if its own reserve is not used up. */
export async function limitByCaller(
  endpoint: Endpoint,
  limits: Limits,
  who: Client,
  known: () => Promise<KnownBrowser | null>,
): Promise<KnownBrowser | null> {
  const browser = hasReserve(endpoint) ? await known() : null
  const knownBrowser = browser && (await hasLeft(endpoint, limits, browser)) ? browser : null
  if (!knownBrowser) await limitByAddress(endpoint, limits, who)
  const { visitor, caller } = who
  for (const limit of limitsOf(endpoint)) {
    if (limit.per !== 'account' && !isOfKeys(limit)) continue
    const what = nameOf(endpoint, limit)
    const id = idOf(limit, caller)
    throwIfLimited(await (id === null ? takePerAddress(limits, what, visitor, limit) : limits.take(what, id, limit)))
  }
  return knownBrowser
}

/** The headers of a draft of the IETF (draft-ietf-httpapi-ratelimit-headers), and what bearer tokens ask of a 401 and 403. */
export function keyHeaders(endpoint: Endpoint, limits: Limits, caller: Caller, status: number): Record<string, string> {
  const ownLimits = limitsOf(endpoint).filter(isOfKeys)
  const policyOf = ({ sharedAs = endpoint.name, count, windowSeconds }: Limit) => `"${sharedAs}";q=${count};w=${windowSeconds}`
  const policies = { 'ratelimit-policy': ownLimits.map(policyOf).join(', ') }
  if (caller.kind !== 'key') return { ...policies, ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) }
  const leftOf = (limit: Limit) => {
    const { remaining, resetSeconds } = limits.left(nameOf(endpoint, limit), idOf(limit, caller) ?? '', limit)
    return `"${limit.sharedAs ?? endpoint.name}";r=${remaining};t=${resetSeconds}`
  }
  const { scope } = endpoint
  const lacksScope = status === 403 && scope !== undefined && !caller.scopes.includes(scope)
  return {
    ...policies,
    ratelimit: ownLimits.map(leftOf).join(', '),
    ...(lacksScope ? { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } : {}),
  }
}

/** After the body is read: limits by what the call names in its path or body, such as a card or a mailbox. */
export async function limitByTarget(
  endpoint: Endpoint,
  limits: Limits,
  who: Client,
  { params, input }: RequestParts,
  knownBrowser: KnownBrowser | null,
) {
  const email = partOf('email', input)
  // A burst by strangers must not lock out a browser that has logged in to this account before.
  if (knownBrowser && (await knownBrowser.isOf(email || null))) return
  if (knownBrowser) await limitByAddress(endpoint, limits, who)
  const { visitor } = who
  const card = partOf('alias', input) || partOf('alias', params)
  const mailbox = mailboxOf(email)
  for (const limit of limitsOf(endpoint)) {
    const what = nameOf(endpoint, limit)
    if (limit.per === 'card') throwIfLimited(await takePerAddress(limits, what, visitor, limit, card))
    if (limit.per === 'email') throwIfLimited(await takePerAddress(limits, what, visitor, limit, mailbox))
    if (limit.per === 'mailbox') throwIfLimited(await limits.take(what, mailbox, limit))
  }
}

/** Limited per browser, so that a stolen one cannot use up the reserve of others, and per account, which may have many browsers. */
async function hasLeft(endpoint: Endpoint, limits: Limits, { id, accountId }: KnownBrowser): Promise<boolean> {
  for (const limit of limitsOf(endpoint)) {
    if (limit.per !== 'known' && limit.per !== 'address') continue
    const who = limit.per === 'known' ? id : `known ${accountId}`
    if ((await limits.take(nameOf(endpoint, limit), who, limit)) > 0) return false
  }
  return true
}

const isOfKeys = ({ per }: Limit) => per === 'key' || per === 'keys'

function idOf({ per }: Limit, caller: Caller): string | null {
  if (caller.kind === 'owner') return caller.accountId
  if (caller.kind !== 'key') return null
  return per === 'keys' ? (caller.subjectIds[0] ?? null) : caller.keyId
}

async function limitByAddress(endpoint: Endpoint, limits: Limits, { visitor }: Client) {
  for (const limit of limitsOf(endpoint))
    if (limit.per === 'address') throwIfLimited(await takePerAddress(limits, nameOf(endpoint, limit), visitor, limit))
}

const nameOf = ({ name }: Endpoint, { per, windowSeconds, sharedAs = name }: Limit) => `${sharedAs} ${per} ${windowSeconds}`

function throwIfLimited(retryAfterSeconds: number) {
  if (retryAfterSeconds > 0)
    throw problem('too-many-requests', { retryAfterSeconds, ...(retryAfterSeconds > longWaitSeconds ? longWait : {}) })
}

function partOf(key: string, parts: unknown): string {
  const value = propertyOf(parts, key)
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}
