import { redirect } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { sideHref } from '#contract/pages.ts'

/** To the login, which asks anew whatever it believes, and back to this page. */
export function loginAgain({ url }: Request, alias: string) {
  const { pathname, search } = new URL(url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, forceRelogin: 'on' })}`)
}

/** Reads null for what cannot be read now, so that the rest of the page renders; who is signed out is sent to the login. */
export const readOrNull =
  (request: Request, alias: string) =>
  <T>(pending: Promise<T>): Promise<T | null> =>
    pending.catch((thrown: unknown) => {
      if (isRefused(thrown) && thrown.problem.status === 401) throw loginAgain(request, alias)
      return null
    })
