import type { Scope } from '#contract/access-key-choices.ts'
import type { EndpointName } from '#contract/addresses.ts'
import type { Api } from '#contract/api.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { endpoints, type Endpoints } from '#contract/endpoints.ts'
import type { Change } from '#server/database/changes/changes.ts'
import { done, type Call, type Caller, type Handlers } from './mount.ts'
import { parseCall, type RawCall } from './parse-call.ts'
import { problem } from '../problems/problem.ts'

type RequestContext = {
  handlers: Handlers
  request: Request
  caller: Caller
  visitor: string
  dependsOn: (change: Change, forMs?: number) => void
  setCookie: (text: string) => void
}
/** Counts a call against its rate limits, if a form submission made it. */
export type Gate = (endpoint: Endpoint, raw: RawCall) => Promise<void>

/** The API for pages while they render: in process, with the same checks as over HTTP. */
export function apiInProcess(context: RequestContext, gate?: Gate): Api {
  return {
    async call(name, parts = {}) {
      await gate?.(endpoints[name], parts)
      return answerCall(name, context, parts)
    },
  }
}

/** Runs one call: authorization, the contract's schemas, then the slice's handler. */
export async function answerCall<N extends EndpointName>(
  name: N,
  { handlers, request, caller, visitor, dependsOn, setCookie }: RequestContext,
  raw: RawCall,
): Promise<AnswerOf<Endpoints[N]>> {
  const handler = handlers[name]
  const endpoint: Endpoint = endpoints[name]
  authorize(endpoint, caller)
  const parts = parseCall(endpoint, raw)
  // The schemas have just parsed these parts into what this handler takes.
  const answer: unknown = await handler({ ...parts, request, caller, visitor, dependsOn, setCookie } as Call<Endpoints[N]>)
  // Only a handler whose endpoint answers `done` may return nothing.
  const result: unknown = answer === undefined ? done : answer
  return result as AnswerOf<Endpoints[N]>
}

export function authorize(endpoint: Endpoint, caller: Caller) {
  if (endpoint.access === 'key') return authorizeKey(endpoint.scope, caller)
  if (endpoint.access !== 'anyone' && caller.kind !== 'owner') throw problem('not-logged-in')
  // For everyone else these calls do not exist.
  if (endpoint.access === 'admin' && !(caller.kind === 'owner' && caller.isAdmin)) throw problem('not-found')
}

function authorizeKey(scope: Scope, caller: Caller) {
  if (caller.kind !== 'key') throw problem('key-invalid')
  if (!caller.scopes.includes(scope)) throw problem('scope-missing', { detail: `This needs an API key with the scope ${scope}.` })
}
