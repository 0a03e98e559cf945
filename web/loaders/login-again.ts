import { redirect } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { sideHref } from '#contract/pages.ts'

/** Redirects to a login that returns to this page and, by default, ignores the current session. */
export function loginAgain({ url }: Request, alias: string, isForced = true) {
  const { pathname, search } = new URL(url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, ...(isForced ? { forceRelogin: 'on' } : {}) })}`)
}

/** Null for a failed call, so that the rest of the page renders; a 401 redirects to the login. */
export const readOrNull =
  (request: Request, alias: string) =>
  <T>(pending: Promise<T>): Promise<T | null> =>
    pending.catch((thrown: unknown) => {
      if (isProblem(thrown) && thrown.problem.status === 401) throw loginAgain(request, alias)
      return null
    })
