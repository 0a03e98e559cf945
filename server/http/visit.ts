import type { Bindings } from './visitor.ts'

/** What the front knows of a request in hand. `place` is what it is counted under: a name, never an address. */
export type Visit = { Bindings: Bindings; Variables: { requestId: string; place: string } }
