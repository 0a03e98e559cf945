import { createHash } from 'node:crypto'
import { readLoginReason } from '#contract/accounts/login-reasons.ts'
import { isWayBack } from '#contract/way-back.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { ownsCard } from '../owns-card.ts'
import { endOwnSession } from '../sessions/end-session.ts'
import type { AccountNeeds } from '../account-needs.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import { endAtProvider, signInAtProvider, startAtProvider, type ProviderNeeds } from './sign-in-at-provider.ts'

/** The /bff addresses a browser goes to by itself: with an outside provider they lead there, without one to our own pages. */
export function providerRoutes(needs: AccountNeeds) {
  const { settings, identity } = needs
  const outside: ProviderNeeds | null = identity ? { ...needs, identity } : null
  const isIn = (caller: Caller) => caller.kind === 'owner'

  return {
    async 'accounts.login'({ query, caller, request, setCookie }) {
      const returnUrl = query.returnUrl ?? '/account'
      const isForced = query.prompt === 'login'
      if (isIn(caller) && !isForced) return to(returnUrl)
      const why = readLoginReason(query.why ?? null)
      if (!outside) return to(`/account/login?${new URLSearchParams({ returnUrl, ...(why ? { why } : {}) })}`)
      const begun = await startAtProvider(outside, request, { isForced, isSilent: false, returnUrl }).catch(away)
      begun.cookies.forEach(setCookie)
      return to(begun.address)
    },
    async 'accounts.silentLogin'({ caller, query, request, setCookie }) {
      // Signed in, but not at home on the page that asks: for that page nobody is.
      if (isIn(caller) || !outside) return silentAnswer(settings.publicUrl, isIn(caller) && (await ownsCard(needs, caller, query.uId)))
      const begun = await startAtProvider(outside, request, { isForced: false, isSilent: true, returnUrl: '/' }).catch(() => null)
      if (!begun) return silentAnswer(settings.publicUrl, false)
      begun.cookies.forEach(setCookie)
      return to(begun.address)
    },
    'accounts.silentLoginCallback': async ({ caller }) => silentAnswer(settings.publicUrl, isIn(caller)),
    async 'accounts.callback'({ request, setCookie }) {
      if (!outside) throw problem('not-found')
      const { secrets, cookies, isSignedIn } = await signInAtProvider(outside, request)
      for (const cookie of cookies) setCookie(cookie)
      if (secrets?.isSilent) return to('/bff/silent-login-callback')
      return to(isSignedIn && secrets ? secrets.returnUrl : '/account/login?problem=provider')
    },
    async 'accounts.logout'({ query, caller, request, setCookie }) {
      // Back from the provider, which gives us our own word again.
      const returnUrl = query.returnUrl ?? wayBack(new URL(request.url).searchParams.get('state'))
      if (caller.kind === 'visitor') return to(returnUrl)
      if (query.sid !== caller.sessionId) throw problem('bad-request', { detail: 'This is not the session you are in.' })
      const session = await endOwnSession(needs.db, caller)
      setCookie(cookieOf(settings).clear())
      const address = await outside?.identity.endAddress({ idToken: session?.idToken ?? null, state: returnUrl }).catch(() => null)
      const answer = to(address ?? returnUrl)
      // Pages that the browser still holds to go back to. What waits on the device to be sent is not its cache, and stays.
      answer.headers.set('clear-site-data', '"cache"')
      return answer
    },
    async 'accounts.backchannel'({ input }) {
      if (!outside) throw problem('not-found')
      const token = new URLSearchParams(new TextDecoder().decode(input)).get('logout_token')
      if (!token || !(await endAtProvider(outside, token))) throw problem('bad-request', { detail: 'That logout token is not believed.' })
      return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
    },
  } satisfies Partial<Handlers>
}

function to(location: string): Response {
  // A header holds plain letters only.
  const plain = location.replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
  return new Response(null, { status: 302, headers: { location: plain, 'cache-control': 'no-store' } })
}

const wayBack = (given: string | null) => (given && isWayBack(given) ? given : '/')

function away(): never {
  throw problem('unavailable', { retryAfterSeconds: 5, detail: 'The login service does not answer just now.' })
}

/** A page of three lines that tells the page around it, and nobody else, whether somebody is signed in. */
function silentAnswer(publicUrl: string, isLoggedIn: boolean): Response {
  const said = JSON.stringify({ source: 'bff-silent-login', isLoggedIn })
  const script = `window.parent.postMessage(${said}, ${JSON.stringify(new URL(publicUrl).origin)})`
  const hash = createHash('sha256').update(script).digest('base64')
  return new Response(`<!doctype html><meta charset="utf-8"><title>Login</title><script>${script}</script>`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  })
}
