import type { Account } from './account.ts'
import type { Form } from './form.ts'

/** A call as its route meets it: `form` is what was posted, or what stands after the question mark. */
export type Asked = { account: Account; id: string; form: Form }
export type Routes = Record<string, (asked: Asked) => unknown>
