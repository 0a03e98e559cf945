import type { z } from 'zod'
import type { Scope } from './access-key-choices.ts'
import { addresses, type EndpointName } from './addresses.ts'
import type { IssueCode } from './input-issues.ts'
import type { ProblemName } from './problem.ts'

/**
 * Who may call. `owner`: logged in, with an X-CSRF header, and the card named in the call is theirs. `key`: a program with an API key,
 * which is for one card; cookies are not read.
 */
export type Access = 'anyone' | 'owner' | 'admin' | 'key'

/**
 * The rate limit. `address`: per client address. `card`: per client address and card. `email`: per client address and mailbox.
 * `mailbox`: per mailbox, for all callers. `known`: replaces the others for a browser that was logged in to the account it names, and
 * counts per account. `key`: per API key. `keys`: per card, for all its API keys. `sharedAs`: endpoints with the same name share one counter.
 */
export type Limit = {
  per: 'address' | 'account' | 'card' | 'email' | 'mailbox' | 'known' | 'key' | 'keys'
  count: number
  windowSeconds: number
  sharedAs?: string
}

/** The body of a successful response: JSON by schema, a file of one of these types, or none. */
export type Answer = z.ZodType | { media: readonly string[] } | { status: 200 | 204 | 302 }

type EndpointDefinition = {
  summary: string
  limit?: Limit | readonly Limit[]
  params?: z.ZodObject
  query?: z.ZodObject
  input?: z.ZodType
  /** The body is a file of one of these types, not JSON. */
  rawBody?: { types: readonly `${string}/${string}`[]; bytesMax: number }
  output: Answer
  problems: readonly ProblemName[]
  /** Codes of its errors that its schemas don’t have. */
  codes?: readonly IssueCode[]
  /** Requests from other sites are refused: it writes, and needs no login. */
  sameOriginOnly?: true
  /** The session cookie is not read: it must answer while a restore has the tables locked. */
  isSessionless?: true
  /** The response differs per caller and is never cached. */
  isUncached?: true
  /** Opened as a link, so it carries no X-CSRF header. It changes nothing. */
  isLink?: true
  /** The specification wants errors as `{success: 0, message}`; the status is still that of the problem. */
  errorFormat?: 'success-flag'
} & ({ access: Exclude<Access, 'key'>; scope?: never } | { access: 'key'; scope: Scope })

export type Endpoint<P extends EndpointDefinition = EndpointDefinition> = P & { name: EndpointName; method: Method; path: string }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD'

type OutputOf<A> = A extends z.ZodType ? z.output<A> : Response
type FieldOf<E, K extends string, Fallback> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : Fallback

/** The parsed parts of a call, as the handler receives them. */
export type CallOf<E> = {
  params: FieldOf<E, 'params', Record<never, never>>
  query: FieldOf<E, 'query', Record<never, never>>
  input: E extends { rawBody: object } ? Uint8Array : FieldOf<E, 'input', undefined>
}

export type AnswerOf<E extends { output: Answer }> = OutputOf<E['output']>

/** For endpoints without a limit of their own: far above what a page needs, far below a flood of requests. */
export const defaultLimits: Record<Access, Limit> = {
  anyone: { per: 'address', count: 1200, windowSeconds: 60 },
  owner: { per: 'account', count: 300, windowSeconds: 60 },
  admin: { per: 'account', count: 300, windowSeconds: 60 },
  key: { per: 'key', count: 300, windowSeconds: 60, sharedAs: 'calls' },
}

export function endpoint<const P extends EndpointDefinition>(name: EndpointName, definition: P): Endpoint<P> {
  const [method, path] = addresses[name].split(' ') as [Method, string]
  return { limit: defaultLimits[definition.access], ...definition, name, method, path }
}
