import { createHash } from 'node:crypto'
import { readLoginReason } from '#contract/accounts/login-reasons.ts'
import { isReturnPath } from '#contract/return-path.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { ownsCard } from '../owns-card.ts'
import { endOwnSession } from '../sessions/end-session.ts'
import type { AccountDeps } from '../account-deps.ts'
import { checkSetupCode } from '../sign-up/make-setup-link.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import { endAtProvider, signInAtProvider, startAtProvider, type ProviderDeps } from './sign-in-at-provider.ts'

/** The /bff endpoints that browsers navigate to. They redirect to the identity provider, or without one to our own pages. */
export function providerRoutes(deps: AccountDeps) {
  const { settings, identity } = deps
  const provider: ProviderDeps | null = identity ? { ...deps, identity } : null
  const isSignedIn = (caller: Caller) => caller.kind === 'owner'

  return {
    async 'accounts.login'({ query, caller, request, setCookie }) {
      const returnUrl = query.returnUrl ?? '/account'
      const isForced = query.prompt === 'login'
      if (isSignedIn(caller) && !isForced) return redirectTo(returnUrl)
      const why = readLoginReason(query.why ?? null)
      if (!provider)
        return redirectTo(`/account/login?${new URLSearchParams({ returnUrl, ...(isForced && { prompt: 'login' }), ...(why && { why }) })}`)
      const { invitation } = query
      const login = await startAtProvider(provider, request, { isForced, isSilent: false, returnUrl, invitation }).catch(rejectUnavailable)
      login.cookies.forEach(setCookie)
      return redirectTo(login.address)
    },
    async 'accounts.startSetup'({ input, request, setCookie }) {
      if (!provider) throw problem('not-found')
      const setupHash = await checkSetupCode(deps, input.setupCode)
      const returnUrl = input.returnUrl ?? '/account'
      const login = await startAtProvider(provider, request, { isForced: false, isSilent: false, returnUrl, setupHash }).catch(
        rejectUnavailable,
      )
      login.cookies.forEach(setCookie)
      return { address: login.address }
    },
    async 'accounts.silentLogin'({ caller, query, request, setCookie }) {
      // To a page of another owner's card, the caller is not logged in.
      if (isSignedIn(caller) || !provider)
        return silentLoginPage(settings.publicUrl, isSignedIn(caller) && (await ownsCard(deps, caller, query.uId)))
      const login = await startAtProvider(provider, request, { isForced: false, isSilent: true, returnUrl: '/' }).catch(() => null)
      if (!login) return silentLoginPage(settings.publicUrl, false)
      login.cookies.forEach(setCookie)
      return redirectTo(login.address)
    },
    'accounts.silentLoginCallback': async ({ caller }) => silentLoginPage(settings.publicUrl, isSignedIn(caller)),
    async 'accounts.callback'({ request, setCookie }) {
      if (!provider) throw problem('not-found')
      const { secrets, cookies, isComplete, problem: signUpProblem } = await signInAtProvider(provider, request)
      for (const cookie of cookies) setCookie(cookie)
      if (secrets?.isSilent) return redirectTo('/bff/silent-login-callback')
      return redirectTo(isComplete && secrets ? secrets.returnUrl : `/account/login?problem=${signUpProblem ?? 'provider'}`)
    },
    async 'accounts.logout'({ query, caller, request, setCookie }) {
      // The provider redirects back here with our return URL as `state`.
      const returnUrl = query.returnUrl ?? safeReturnUrl(new URL(request.url).searchParams.get('state'))
      if (caller.kind !== 'owner') return redirectTo(returnUrl)
      if (query.sid !== caller.sessionId) throw problem('bad-request', { detail: 'This isn’t your current session.' })
      const session = await endOwnSession(deps.db, caller)
      setCookie(cookieOf(settings).clear())
      const address = await provider?.identity.endAddress({ idToken: session?.idToken ?? null, state: returnUrl }).catch(() => null)
      const answer = redirectTo(address ?? returnUrl)
      // Clears the browser's cached pages. Forms that wait on the device to be sent are not in that cache.
      answer.headers.set('clear-site-data', '"cache"')
      return answer
    },
    async 'accounts.backchannel'({ input }) {
      if (!provider) throw problem('not-found')
      const token = new URLSearchParams(new TextDecoder().decode(input)).get('logout_token')
      if (!token || !(await endAtProvider(provider, token))) throw problem('bad-request', { detail: 'The logout token is invalid.' })
      return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
    },
  } satisfies Partial<Handlers>
}

function redirectTo(location: string): Response {
  // Header values must be ASCII.
  const plain = location.replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
  return new Response(null, { status: 302, headers: { location: plain, 'cache-control': 'no-store' } })
}

const safeReturnUrl = (url: string | null) => (url && isReturnPath(url) ? url : '/')

function rejectUnavailable(): never {
  throw problem('unavailable', { retryAfterSeconds: 5, detail: 'The login service isn’t responding. Try again in a moment.' })
}

/** A page that posts to its embedding page, on this origin only, whether the caller is logged in. */
function silentLoginPage(publicUrl: string, isLoggedIn: boolean): Response {
  const message = JSON.stringify({ source: 'bff-silent-login', isLoggedIn })
  const script = `window.parent.postMessage(${message}, ${JSON.stringify(new URL(publicUrl).origin)})`
  const hash = createHash('sha256').update(script).digest('base64')
  return new Response(`<!doctype html><meta charset="utf-8"><title>Login</title><script>${script}</script>`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  })
}
