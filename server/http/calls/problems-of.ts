import type { Endpoint } from '#contract/endpoint.ts'
import type { ProblemName } from '#contract/problem.ts'
import { mustHaveCsrf } from '../security/check-csrf.ts'

/** Problems answered before the call is known: by the address guard, the HTTP parser and load shedding. */
export const beforeAnyCall = [
  'bad-request',
  'address-too-long',
  'headers-too-large',
  'request-too-slow',
  'unavailable',
] as const satisfies ProblemName[]

/** True for calls that take an Idempotency-Key. */
export const isIdempotent = ({ access, method }: Endpoint) => access === 'key' && method !== 'GET'

/** Every problem a call can return: those it declares, and those that follow from its method, input and access. */
export function problemsOf(endpoint: Endpoint): ProblemName[] {
  const { access, limit, params, query, input, rawBody, problems } = endpoint
  const all: ProblemName[] = [
    ...problems,
    ...(params ? (['not-found'] as const) : []),
    ...(query ? (['input-invalid'] as const) : []),
    ...(input ? (['input-invalid', 'body-too-large', 'wrong-content-type'] as const) : []),
    ...(rawBody ? (['body-too-large', 'wrong-content-type'] as const) : []),
    ...(access === 'key' ? (['key-invalid', 'scope-missing'] as const) : []),
    ...(isIdempotent(endpoint) ? (['idempotency-key-running', 'idempotency-key-reused'] as const) : []),
    ...(access === 'owner' || access === 'admin' ? (['not-logged-in', 'not-allowed'] as const) : []),
    ...(mustHaveCsrf(endpoint) ? (['csrf-header-missing', 'not-allowed'] as const) : []),
    ...(limit ? (['too-many-requests'] as const) : []),
    ...beforeAnyCall,
  ]
  return [...new Set(all)]
}
