import { data } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { ownProperty } from '#common/own-property.ts'
import type { FieldIssue, ProblemBody } from '#contract/problem.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { problemTitle } from '../i18n/problem-title.ts'
import { issueText } from './issue-text.ts'
import { translateFor } from './translate-for.ts'

/** Messages for the problems of logging in, in the reader's language. */
const messageKeys: Partial<Record<ProblemBody['type'], MessageKey>> = {
  '/problems/login-failed': 'problem.wrongPassword',
  '/problems/link-used': 'problem.linkUsed',
  '/problems/too-many-requests': 'problem.tooMany',
  '/problems/account-deletion-pending': 'signup.leaving',
  '/problems/sign-up-invited': 'problem.signUpInvited',
  '/problems/sign-up-domain': 'problem.signUpDomain',
  '/problems/sign-up-off': 'problem.signUpOff',
  '/problems/invitation-used': 'problem.invitationUsed',
  '/problems/setup-link-used': 'problem.setupLinkUsed',
}
const fields = {
  email: 'problem.email',
  name: 'problem.name',
  password: 'login.passwordRule',
} as const satisfies Record<string, MessageKey>

/** By the issue's code. */
const passwords: Record<string, MessageKey> = {
  passwordMissing: 'problem.password',
  common: 'problem.passwordCommon',
  personal: 'problem.passwordPersonal',
}
function issueKey({ path, code = '' }: FieldIssue): MessageKey | undefined {
  return (path === 'password' ? ownProperty(passwords, code) : undefined) ?? ownProperty<MessageKey>(fields, path)
}

/** Why an identity provider's login came back without a session, by the name in the address. */
export const loginProblemKey = (name: string): MessageKey => ownProperty(messageKeys, `/problems/${name}`) ?? 'login.providerFailed'

/** The errors of a form: a message for the form, and for each field one and, where the server has it, a code. */
export type Failure = {
  message: string
  issues: Record<string, string>
  codes: Record<string, string>
  status: number
  type: ProblemBody['type']
}

/** Sends a form; returns client errors as messages and rethrows anything else. */
export async function submitForm<T>(
  request: Request,
  send: () => Promise<T>,
): Promise<{ value: T; failure: null } | { value: null; failure: Failure }> {
  try {
    return { value: await send(), failure: null }
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.problem.status >= 500) throw thrown
    const { type, detail, issues = [], status } = thrown.problem
    const t = translateFor(request)
    // A long rate limit says when it ends.
    const known = type === '/problems/too-many-requests' && detail ? 'problem.tooOften' : messageKeys[type]
    const inWords = (issue: FieldIssue) => {
      const key = issueKey(issue)
      return [issue.path, key ? t(key) : issueText(t, issue)]
    }
    const codes = Object.fromEntries(issues.flatMap(({ path, code }) => (code ? [[path, code]] : [])))
    return {
      value: null,
      failure: {
        message: known ? t(known) : issueText(t, { ...thrown.problem, message: detail ?? problemTitle(t, thrown.problem) }),
        status,
        type,
        issues: Object.fromEntries(issues.map(inWords)),
        codes,
      },
    }
  }
}

/** Returns the form with its messages and input, under the error's status. */
export const formWithErrors = <T extends object>(failure: Failure, typed: T) =>
  data({ failure, typed, isSent: false, isAgain: false }, { status: failure.status })

export const fieldOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
