import type { Endpoint, Limit } from '#contract/endpoint.ts'
import { mailboxOf } from '#server/mailbox-of.ts'
import { takeByLine } from './by-line.ts'
import type { Limits } from './limits.ts'
import type { Caller } from './mount.ts'
import { problem } from './problem.ts'

type Who = { visitor: string; caller: Caller }
type Named = { params?: unknown; input?: unknown }

const limitsOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)

/** Before anything is read: by who calls. */
export async function refuseCaller(endpoint: Endpoint, limits: Limits, { visitor, caller }: Who) {
  for (const limit of limitsOf(endpoint)) {
    const what = nameOf(endpoint, limit)
    if (limit.per === 'account' && caller.kind === 'owner') refuse(await limits.take(what, caller.accountId, limit))
    else if (limit.per === 'address' || limit.per === 'account') refuse(await takeByLine(limits, what, visitor, limit))
  }
}

/** Once it is read: by what is flooded, which a call names in its address or its body. */
export async function refuseFlooded(endpoint: Endpoint, limits: Limits, { visitor }: Who, { params, input }: Named) {
  for (const limit of limitsOf(endpoint)) {
    const what = nameOf(endpoint, limit)
    const card = named('alias', input) || named('alias', params)
    const mailbox = mailboxOf(named('email', input))
    if (limit.per === 'card') refuse(await takeByLine(limits, what, visitor, limit, card))
    if (limit.per === 'email') refuse(await takeByLine(limits, what, visitor, limit, mailbox))
    if (limit.per === 'mailbox') refuse(await limits.take(what, mailbox, limit))
  }
}

const nameOf = ({ name }: Endpoint, { per, windowSeconds }: Limit) => `${name} ${per} ${windowSeconds}`

function refuse(retryAfterSeconds: number) {
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
}

function named(key: string, parts: unknown): string {
  const value: unknown = typeof parts === 'object' && parts !== null ? Reflect.get(parts, key) : undefined
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}
