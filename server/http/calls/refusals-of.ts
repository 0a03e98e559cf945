import type { Endpoint } from '#contract/endpoint.ts'
import type { ProblemName } from '#contract/problem.ts'

/** Problems answered before the call is known: by the address guard, the HTTP parser and load shedding. */
export const beforeAnyCall = [
  'bad-request',
  'address-too-long',
  'headers-too-large',
  'request-too-slow',
  'unavailable',
] as const satisfies ProblemName[]

/** Every problem a call can return: those it declares, and those that follow from its method, input and access. */
export function refusalsOf(endpoint: Endpoint): ProblemName[] {
  const { access, limit, params, query, input, takes, problems } = endpoint
  const all: ProblemName[] = [
    ...problems,
    ...(params ? (['not-found'] as const) : []),
    ...(query ? (['input-invalid'] as const) : []),
    ...(input ? (['input-invalid', 'body-too-large', 'wrong-content-type'] as const) : []),
    ...(takes ? (['body-too-large', 'wrong-content-type'] as const) : []),
    ...(access === 'anyone' ? [] : (['not-signed-in', 'not-allowed'] as const)),
    ...((access === 'anyone' && !endpoint.isOurs) || endpoint.isLink ? [] : (['csrf-header-missing', 'not-allowed'] as const)),
    ...(limit ? (['too-many-requests'] as const) : []),
    ...beforeAnyCall,
  ]
  return [...new Set(all)]
}
