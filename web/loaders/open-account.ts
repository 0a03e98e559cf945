import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import type { LoginReason } from '#contract/accounts/login-reasons.ts'
import { propertyOf } from '#common/property-of.ts'
import { apiContext } from '../platform/router-context.ts'

/** The logged-in account, independent of its cards. */
export type OpenAccount = { email: string; name: string; logoutHref: string; isAdmin: boolean }

/** A claim of the session by its type; empty if there is none. */
export type Claims = (type: string) => string

/** The session's claims, and with a card's key only those of a login at that card. Throws if there are none. */
export async function readClaims(api: Api, cardKey?: string): Promise<Claims> {
  const claims = await api.call('accounts.user', cardKey === undefined ? {} : { query: { uId: cardKey } })
  return (type) => String(claims.find((one) => one.type === type)?.value ?? '')
}

/** The account, or a redirect to the login that returns here. */
export async function openAccount({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<OpenAccount> {
  try {
    const claim = await readClaims(context.get(apiContext))
    const logoutHref = `${claim('bff:logout_url')}&returnUrl=%2F`
    return { email: claim('email'), name: claim('name'), logoutHref, isAdmin: claim('role') === 'admin' }
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 401) throw toLogin(request, thrown)
    throw thrown
  }
}

/** True for a caller with a session, whatever its cards. */
export async function isLoggedIn(api: Api): Promise<boolean> {
  try {
    await api.call('accounts.user')
    return true
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 401) return false
    throw thrown
  }
}

/** Redirects to the login, which returns here. With a reason, even a logged-in person logs in again, and the page says why. */
export function loginHref(returnUrl: string, why?: LoginReason): string {
  return `/bff/login?${new URLSearchParams({ returnUrl, ...(why ? { prompt: 'login', why } : {}) })}`
}

/** Why a session ended, if the page should say so. */
export const whyLoggedOut = (thrown: { problem: object }): LoginReason | undefined =>
  propertyOf(thrown.problem, 'Status') === 'AccessChanged' ? 'access' : undefined

function toLogin(request: Request, thrown: { problem: object }) {
  const { pathname, search } = new URL(request.url)
  return redirect(loginHref(pathname.replace(/\.data$/, '') + search, whyLoggedOut(thrown)))
}
