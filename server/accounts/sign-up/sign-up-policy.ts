import { domainToASCII } from 'node:url'
import type { ProblemName } from '#contract/problem.ts'
import type { Settings } from '#server/settings.ts'

/** Why this address can't sign up without an invitation; null if it can. The same whether or not it has an account. */
export function signUpIssue(signUp: Settings['signUp'], email: string): ProblemName | null {
  if (signUp === 'open') return null
  if (signUp === 'off') return 'sign-up-off'
  if (signUp === 'invited') return 'sign-up-invited'
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1))
  const isListed = signUp.some((one) => (one.startsWith('*.') ? domain.endsWith(one.slice(1)) : domain === one))
  return isListed ? null : 'sign-up-domain'
}
