import type { EndpointName } from '#contract/addresses.ts'
import type { Api } from '#contract/api.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { endpoints, type Endpoints } from '#contract/endpoints.ts'
import type { Change } from '#server/database/changes/changes.ts'
import type { Call, Caller, Handlers } from './mount.ts'
import { parseCall, type RawCall } from './parse-call.ts'
import { problem } from '../problems/problem.ts'

type Around = {
  handlers: Handlers
  request: Request
  caller: Caller
  visitor: string
  dependsOn: (change: Change) => void
  setCookie: (text: string) => void
}
/** Counts a call against its limits, where a person's form brought it. */
export type Gate = (endpoint: Endpoint, raw: RawCall) => Promise<void>

/** The contract as pages call it while they are rendered: no HTTP between, the same checks. */
export function apiInProcess(around: Around, gate?: Gate): Api {
  return {
    async call(name, parts = {}) {
      await gate?.(endpoints[name], parts)
      return answerCall(name, around, parts)
    },
  }
}

/** One call, whoever asks: the owner's door, the contract's schemas, then the slice. */
export async function answerCall<N extends EndpointName>(
  name: N,
  { handlers, request, caller, visitor, dependsOn, setCookie }: Around,
  raw: RawCall,
): Promise<AnswerOf<Endpoints[N]>> {
  const handler = handlers[name]
  const endpoint: Endpoint = endpoints[name]
  refuseStranger(endpoint, caller)
  const parts = parseCall(endpoint, raw)
  // The schemas have just made these parts what the handler of this name takes.
  return handler({ ...parts, request, caller, visitor, dependsOn, setCookie } as Call<Endpoints[N]>)
}

export function refuseStranger({ access }: Endpoint, caller: Caller) {
  if (access !== 'anyone' && caller.kind === 'visitor') throw problem('not-signed-in')
  // To everybody else these are calls that are not there.
  if (access === 'operator' && !(caller.kind === 'owner' && caller.isOperator)) throw problem('not-found')
}
