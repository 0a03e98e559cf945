import type { Endpoint, Limit } from '#contract/endpoint.ts'
import { mailboxOf } from '#server/mailbox-of.ts'
import type { Limits } from './limits.ts'
import type { Caller } from './mount.ts'
import { problem } from './problem.ts'

type Who = { visitor: string; caller: Caller }
type Named = { params?: unknown; input?: unknown }

const limitsOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)

/** Before anything is read: by who calls. */
export async function refuseCaller(endpoint: Endpoint, limits: Limits, { visitor, caller }: Who) {
  for (const limit of limitsOf(endpoint)) {
    if (limit.per === 'address') await take(endpoint, limits, limit, visitor)
    if (limit.per === 'account') await take(endpoint, limits, limit, caller.kind === 'owner' ? caller.accountId : visitor)
  }
}

/** Once it is read: by what is flooded, which a call names in its address or its body. */
export async function refuseFlooded(endpoint: Endpoint, limits: Limits, { visitor }: Who, { params, input }: Named) {
  for (const limit of limitsOf(endpoint)) {
    if (limit.per === 'card') await take(endpoint, limits, limit, `${visitor} ${named('alias', input) || named('alias', params)}`)
    if (limit.per === 'email') await take(endpoint, limits, limit, `${visitor} ${mailboxOf(named('email', input))}`)
    if (limit.per === 'mailbox') await take(endpoint, limits, limit, mailboxOf(named('email', input)))
  }
}

async function take({ name }: Endpoint, limits: Limits, limit: Limit, who: string) {
  const retryAfterSeconds = await limits.take(`${name} ${limit.per} ${limit.windowSeconds}`, who, limit)
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
}

function named(key: string, parts: unknown): string {
  const value: unknown = typeof parts === 'object' && parts !== null ? Reflect.get(parts, key) : undefined
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}
