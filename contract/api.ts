import type { EndpointName } from './addresses.ts'
import type { AnswerOf, CallOf } from './endpoint.ts'
import type { Endpoints } from './endpoints.ts'
import type { ProblemBody } from './problem.ts'

type PartsOf<N extends EndpointName> = Partial<CallOf<Endpoints[N]>>

/** What pages call: in process on the server, over HTTP in the browser. */
export type Api = ApiOf<EndpointName>

/** The same for a caller that knows only some of the endpoints. */
export type ApiOf<Known extends EndpointName> = {
  call<N extends Known>(name: N, parts?: PartsOf<N>): Promise<AnswerOf<Endpoints[N]>>
}

/** A problem as it is thrown on either side. Recognized by its data: `instanceof` fails across the two builds. */
export type ThrownProblem = { problem: ProblemBody }

export function isProblem(thrown: unknown): thrown is ThrownProblem {
  return typeof thrown === 'object' && thrown !== null && 'problem' in thrown
}
