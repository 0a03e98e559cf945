import { redirect } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { sideHref } from '#contract/pages.ts'

/** Redirects to a login that ignores the current session, and returns to this page. */
export function loginAgain({ url }: Request, alias: string) {
  const { pathname, search } = new URL(url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, forceRelogin: 'on' })}`)
}

/** Null for a failed call, so that the rest of the page renders; a 401 redirects to the login. */
export const readOrNull =
  (request: Request, alias: string) =>
  <T>(pending: Promise<T>): Promise<T | null> =>
    pending.catch((thrown: unknown) => {
      if (isProblem(thrown) && thrown.problem.status === 401) throw loginAgain(request, alias)
      return null
    })
