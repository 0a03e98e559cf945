import type { EndpointName } from '#contract/addresses.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Bindings } from './visitor.ts'

/** Labels of requests that are not a call of the contract. */
export const otherPlaces = ['page', 'policy', 'mcp', 'cache', 'shed', 'other'] as const
export type OtherPlace = (typeof otherPlaces)[number]

/** Hono's environment. `place` is the request's label in metrics and log: a name, never an address. */
export type FrontEnv = {
  Bindings: Bindings
  Variables: {
    requestId: string
    place: EndpointName | OtherPlace
    errorFormat?: Endpoint['errorFormat']
    keyHeaders?: (status: number) => Record<string, string>
  }
}
