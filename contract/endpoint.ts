import type { z } from 'zod'
import { addresses, type EndpointName } from './addresses.ts'
import type { ProblemName } from './problem.ts'

/** Who may call. `owner`: signed in, X-CSRF, and the card named in the call is theirs. */
export type Access = 'anyone' | 'owner' | 'operator'

/**
 * How often. `card`: by one address, on one card. `email`: by one address, on one mailbox. `mailbox`: whoever calls. `known`: by a
 * browser that was signed in to the account it names, in place of these; its `address` is then the account. `sharedAs`: all calls
 * of that name are counted together.
 */
export type Limit = {
  per: 'address' | 'account' | 'card' | 'email' | 'mailbox' | 'known'
  count: number
  windowSeconds: number
  sharedAs?: string
}

/** What stands in the body of a good answer: JSON by schema, or a file of one of these types. */
export type Answer = z.ZodType | { media: readonly string[] } | { status: 200 | 204 | 302 }

type EndpointPromise = {
  summary: string
  access: Access
  limit?: Limit | readonly Limit[]
  params?: z.ZodObject
  query?: z.ZodObject
  input?: z.ZodType
  /** The body is a file, not JSON: of these types, and no longer than this. */
  takes?: { types: readonly `${string}/${string}`[]; bytesMax: number }
  output: Answer
  problems: readonly ProblemName[]
  /** Anybody's to call, but only from a page of ours: it writes. */
  isOurs?: true
  /** Made for each who asks, and never given to another. */
  isFresh?: true
  /** A person follows it as a link, which carries no header of ours. It changes nothing. */
  isLink?: true
  /** Refusals the specification words as `{success: 0, message}`; the status still says what happened. */
  refusesWith?: 'success-flag'
}

export type Endpoint<P extends EndpointPromise = EndpointPromise> = P & { name: EndpointName; method: Method; path: string }

export type Method = 'GET' | 'POST' | 'HEAD'

type OutputOf<A> = A extends z.ZodType ? z.output<A> : Response
type FieldOf<E, K extends string, Fallback> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : Fallback

/** The parts of a call as the handler receives them, parsed. */
export type CallOf<E> = {
  params: FieldOf<E, 'params', Record<never, never>>
  query: FieldOf<E, 'query', Record<never, never>>
  input: E extends { takes: object } ? Uint8Array : FieldOf<E, 'input', undefined>
}

export type AnswerOf<E extends { output: Answer }> = OutputOf<E['output']>

/** Where a call says nothing itself: far above what a page needs, far below what a flood is. */
export const usualLimits: Record<Access, Limit> = {
  anyone: { per: 'address', count: 1200, windowSeconds: 60 },
  owner: { per: 'account', count: 300, windowSeconds: 60 },
  operator: { per: 'account', count: 300, windowSeconds: 60 },
}

export function endpoint<const P extends EndpointPromise>(name: EndpointName, promise: P): Endpoint<P> {
  const [method, path] = addresses[name].split(' ') as [Method, string]
  return { name, method, path, limit: usualLimits[promise.access], ...promise }
}
