import type { EndpointName } from '#contract/addresses.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Bindings } from './visitor.ts'

/** What is counted under no call of the contract. */
export const otherPlaces = ['page', 'policy', 'kept', 'turned-away', 'other'] as const
export type OtherPlace = (typeof otherPlaces)[number]

/** What the front knows of a request in hand. `place` is what it is counted under: a name, never an address. */
export type Visit = {
  Bindings: Bindings
  Variables: { requestId: string; place: EndpointName | OtherPlace; refusesWith?: Endpoint['refusesWith'] }
}
