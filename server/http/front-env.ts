import type { EndpointName } from '#contract/addresses.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Bindings } from './visitor.ts'

/** What is counted under no call of the contract. */
export const otherPlaces = ['page', 'policy', 'kept', 'turned-away', 'other'] as const
export type OtherPlace = (typeof otherPlaces)[number]

/** Hono's environment: what the front knows of a request. `place` is what it is counted under: a name, never an address. */
export type FrontEnv = {
  Bindings: Bindings
  Variables: { requestId: string; place: EndpointName | OtherPlace; refusesWith?: Endpoint['refusesWith'] }
}
