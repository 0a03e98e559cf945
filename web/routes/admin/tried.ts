import { data } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { passwordFaults } from '#contract/accounts/accounts.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'

/** Refusals that people meet on the way in, in their own language; the server's words are for programs. */
const said: Partial<Record<ProblemBody['type'], MessageKey>> = {
  '/problems/sign-in-refused': 'problem.signInRefused',
  '/problems/link-used': 'problem.linkUsed',
  '/problems/too-many-requests': 'problem.tooMany',
  '/problems/account-leaving': 'signup.leaving',
}
const fields = { email: 'problem.email', name: 'problem.name', password: 'login.passwordRule' } as const satisfies Record<
  string,
  MessageKey
>

/** An empty password, or one that everybody would guess, is another matter than one that breaks the rule. */
const passwords: Partial<Record<string, MessageKey>> = {
  'Please enter your password.': 'problem.password',
  [passwordFaults.common]: 'problem.passwordCommon',
  [passwordFaults.told]: 'problem.passwordTold',
}
const fieldWords = (path: string, message: string): MessageKey => passwords[message] ?? fields[path as keyof typeof fields]

/** What a form has to say after it was not taken: a line for the whole, and one for each field that is wrong. */
export type Trouble = { message: string; faults: Record<string, string>; status: number; type: ProblemBody['type'] }

/** Sends a form; a refusal comes back as what is wrong with it, anything else is thrown on. */
export async function tried<T>(
  request: Request,
  send: () => Promise<T>,
): Promise<{ value: T; trouble: null } | { value: null; trouble: Trouble }> {
  try {
    return { value: await send(), trouble: null }
  } catch (thrown) {
    if (!isRefused(thrown) || thrown.problem.status >= 500) throw thrown
    const { type, title, detail, faults = [], status } = thrown.problem
    const t = translateFor(request)
    // A refusal that lasts says so itself.
    const known = type === '/problems/too-many-requests' && detail ? 'problem.tooOften' : said[type]
    const inWords = ({ path, message }: { path: string; message: string }) => [
      path,
      path in fields ? t(fieldWords(path, message)) : message,
    ]
    return {
      value: null,
      trouble: { message: known ? t(known) : (detail ?? title), status, type, faults: Object.fromEntries(faults.map(inWords)) },
    }
  }
}

/** The form again, with its trouble and what was typed, under the status of the refusal. */
export const again = <T extends object>(trouble: Trouble, typed: T) => data({ trouble, typed, isSent: false }, { status: trouble.status })

export const fieldOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
