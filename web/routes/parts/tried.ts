import { data } from 'react-router'
import { isRefused } from '#contract/api.ts'

/** What a form has to say after it was not taken: a line for the whole, and one for each field that is wrong. */
export type Trouble = { message: string; faults: Record<string, string>; status: number }

/** Sends a form; a refusal comes back as what is wrong with it, anything else is thrown on. */
export async function tried<T>(send: () => Promise<T>): Promise<{ value: T; trouble: null } | { value: null; trouble: Trouble }> {
  try {
    return { value: await send(), trouble: null }
  } catch (thrown) {
    if (!isRefused(thrown) || thrown.problem.status >= 500) throw thrown
    const { title, detail, faults = [], status } = thrown.problem
    return {
      value: null,
      trouble: { message: detail ?? title, status, faults: Object.fromEntries(faults.map(({ path, message }) => [path, message])) },
    }
  }
}

/** The form again, with its trouble and what was typed, under the status of the refusal. */
export const again = <T extends object>(trouble: Trouble, typed: T) => data({ trouble, typed, isSent: false }, { status: trouble.status })

export const fieldOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
