import { z } from 'zod'
import { ReturnUrl } from '#contract/accounts/accounts.ts'
import type { Secrets } from '#server/integrations/identity.ts'
import { cookieNames, cookieOf, type Site } from '../sessions/session-cookie.ts'

/** How long a login at the provider may take. */
export const pendingLoginSeconds = 600
/** Any site can start logins in a browser repeatedly: their cookies must not exceed the header limit. */
const pendingMax = 3
const returnUrlBytesMax = 300

const PendingLogin = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  isForced: z.boolean(),
  isSilent: z.boolean(),
  returnUrl: ReturnUrl,
  invitation: z.string().max(200).optional(),
  setupProof: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
})

/** The cookies of a redirect to the provider: one for this login, and deletions of the oldest pending ones. */
export function storePendingLogin(site: Site, request: Request, secrets: Secrets): string[] {
  const login = { ...secrets, returnUrl: shortened(secrets.returnUrl) } satisfies z.output<typeof PendingLogin>
  const text = Buffer.from(JSON.stringify(login)).toString('base64url')
  const others = pendingLogins(site, request)
  // A silent login comes in addition, so that it never evicts one that a person is completing.
  const othersMax = secrets.isSilent ? pendingMax : pendingMax - 1
  const evicted = others.slice(0, Math.max(0, others.length - othersMax))
  return [...evicted.map((other) => cookieOf(site, other).clear()), cookieFor(site, secrets.state).write(text, pendingLoginSeconds)]
}

/** Reads the pending login for the state in the callback URL. The cookie isn't signed: null unless every part is valid. */
export function readPendingLogin(site: Site, request: Request) {
  const cookie = cookieFor(site, new URL(request.url).searchParams.get('state') ?? '')
  return { secrets: parse(cookie.read(request)), ended: cookie.clear() }
}

const prefix = 'login-'
const cookieFor = (site: Site, state: string) => cookieOf(site, prefix + state.replace(/\W/g, '').slice(0, 10))

/** Silent ones first, then oldest first, which is the order in which browsers send cookies. */
function pendingLogins(site: Site, request: Request): string[] {
  const { name } = cookieOf(site, prefix)
  const ids = cookieNames(request).flatMap((one) => (one.startsWith(name) ? [one.slice(name.length)] : []))
  const logins = ids.filter((id) => /^\w{1,10}$/.test(id)).map((id) => prefix + id)
  const isInteractive = (login: string) => parse(cookieOf(site, login).read(request))?.isSilent === false
  return [...logins.filter((login) => !isInteractive(login)), ...logins.filter(isInteractive)]
}

/** The return URL; if it is too long, without its query, or the default. */
function shortened(returnUrl: string): string {
  const [page = ''] = returnUrl.split(/[?#]/)
  return [returnUrl, page].find((one) => Buffer.byteLength(one) <= returnUrlBytesMax) ?? '/account'
}

function parse(value: string | null): Secrets | null {
  try {
    return PendingLogin.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}
