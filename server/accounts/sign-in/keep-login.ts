import { z } from 'zod'
import { ReturnUrl } from '#contract/accounts/accounts.ts'
import type { Secrets } from '#server/integrations/identity.ts'
import { cookieNames, cookieOf, type Site } from '../sessions/session-cookie.ts'

/** So long somebody may be away at the provider. */
export const awaySeconds = 600
/** Any page may send a browser here again and again: its cookies must not outgrow what a request may carry. */
const underWayMax = 3
const returnUrlBytesMax = 300

const Kept = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  isForced: z.boolean(),
  isSilent: z.boolean(),
  returnUrl: ReturnUrl,
})

/** Cookies for a browser that goes to the provider: what it needs to come back, and the end of its oldest logins. Each login has one of its own. */
export function keepLogin(site: Site, request: Request, secrets: Secrets): string[] {
  const kept = { ...secrets, returnUrl: shortened(secrets.returnUrl) } satisfies z.output<typeof Kept>
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url')
  const others = loginsUnderWay(site, request)
  // A silent one asks for no room of those that somebody is at.
  const mayStay = secrets.isSilent ? underWayMax : underWayMax - 1
  const tooMany = others.slice(0, Math.max(0, others.length - mayStay))
  return [...tooMany.map((login) => cookieOf(site, login).clear()), cookieFor(site, secrets.state).write(text, awaySeconds)]
}

/** What the browser kept of the login that comes back with this state. It may have changed it: null unless each part can be meant. */
export function readLogin(site: Site, request: Request) {
  const cookie = cookieFor(site, new URL(request.url).searchParams.get('state') ?? '')
  return { secrets: parse(cookie.read(request)), ended: cookie.clear() }
}

const prefix = 'login-'
const cookieFor = (site: Site, state: string) => cookieOf(site, prefix + state.replace(/\W/g, '').slice(0, 10))

/** Those first that nobody is at, then the oldest, as browsers send them. */
function loginsUnderWay(site: Site, request: Request): string[] {
  const { name } = cookieOf(site, prefix)
  const ids = cookieNames(request).flatMap((one) => (one.startsWith(name) ? [one.slice(name.length)] : []))
  const logins = ids.filter((id) => /^\w{1,10}$/.test(id)).map((id) => prefix + id)
  const isAwaited = (login: string) => parse(cookieOf(site, login).read(request))?.isSilent === false
  return [...logins.filter((login) => !isAwaited(login)), ...logins.filter(isAwaited)]
}

/** The way back, or as much of it as there is room for: the page alone, or home. */
function shortened(returnUrl: string): string {
  const [page = ''] = returnUrl.split(/[?#]/)
  return [returnUrl, page].find((one) => Buffer.byteLength(one) <= returnUrlBytesMax) ?? '/account'
}

function parse(kept: string | null): Secrets | null {
  try {
    return Kept.parse(JSON.parse(Buffer.from(kept ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}
