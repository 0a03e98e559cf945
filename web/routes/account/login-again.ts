import { redirect } from 'react-router'
import { sideHref } from '#contract/pages.ts'

/** To the login, which asks anew whatever it believes, and back to this page. */
export function loginAgain({ url }: Request, alias: string) {
  const { pathname, search } = new URL(url)
  const from = pathname.replace(/\.data$/, '') + search
  return redirect(`${sideHref(alias, 'login')}?${new URLSearchParams({ from, forceRelogin: 'on' })}`)
}
