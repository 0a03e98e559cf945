import type { LoaderFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import type { LinkKind } from '#contract/accounts/accounts.ts'
import { apiContext } from '../../platform/router-context.ts'
import { translateFor } from '../../loaders/translate-for.ts'

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** Why a mailed link can't be used, before anything is typed; null if it can, without one, or if that can't be read now. */
export async function linkIssue({ request, context }: Args, kind: LinkKind, token: string): Promise<{ message: string } | null> {
  if (token === '') return null
  const isValid = await context
    .get(apiContext)
    .call('accounts.checkLink', { input: { kind, token } })
    .then((answer) => answer.isValid)
    .catch((thrown: unknown) => {
      if (!isProblem(thrown) || thrown.problem.status >= 500) throw thrown
      // Too often from one address: using the link checks again. Text that is no token is no link.
      return thrown.problem.status === 429
    })
  return isValid ? null : { message: translateFor(request)('problem.linkUsed') }
}
