import type { Account } from './account.ts'
import type { Form } from './form.ts'

/** A request for a route: `form` is the body, or the query of a GET. */
export type RouteContext = { account: Account; id: string; form: Form }
export type Routes = Record<string, (context: RouteContext) => unknown>
