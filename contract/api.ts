import type { EndpointName } from './addresses.ts'
import type { AnswerOf, CallOf } from './endpoint.ts'
import type { Endpoints } from './endpoints.ts'
import type { ProblemBody } from './problem.ts'

type PartsOf<N extends EndpointName> = Partial<CallOf<Endpoints[N]>>

/** What pages call: in process on the server, over HTTP in the browser. */
export type Api = ApiOf<EndpointName>

/** The same for who knows only some of them. */
export type ApiOf<Known extends EndpointName> = {
  call<N extends Known>(name: N, parts?: PartsOf<N>): Promise<AnswerOf<Endpoints[N]>>
}

/** A refusal as it is thrown on either side; recognised by its data. */
export type Refused = { problem: ProblemBody }

export function isRefused(thrown: unknown): thrown is Refused {
  return typeof thrown === 'object' && thrown !== null && 'problem' in thrown
}
