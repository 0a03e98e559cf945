import type { AuthenticationMessage, Claim } from '#contract/accounts/accounts.ts'
import { createOwnerClient, isSignedOut } from '../api/owner-client.ts'
import { writeSession } from './session-state.ts'
import { silentLogin } from './silent-login.ts'

/** Signed in as this card's owner; signed in for another card; or signed out. */
export type LoginState = { kind: 'in'; claims: Claim[] } | { kind: 'foreign'; sid: string } | { kind: 'out' }

type Deps = { slug: string; cardKey: string; fetch?: typeof globalThis.fetch; login?: () => Promise<boolean> }

let pending: Promise<LoginState> | null = null

/** Checks the session, with one silent login on a 401. Parallel calls share one request. */
export function checkLogin(deps: Deps): Promise<LoginState> {
  return (pending ??= fetchState(deps).finally(() => (pending = null)))
}

async function fetchState({ cardKey, login = () => silentLogin(cardKey), ...deps }: Deps): Promise<LoginState> {
  let message: AuthenticationMessage | null = null
  const { call } = createOwnerClient({ ...deps, login, signedOut: (received) => (message = received) })
  try {
    const claims = await call('accounts.user', { query: { uId: cardKey } })
    writeSession({ isAuthenticated: true, message: null })
    return { kind: 'in', claims }
  } catch (thrown) {
    // Unreachable is not signed out: the stored session stays.
    if (!isSignedOut(thrown)) throw thrown
    writeSession({ isAuthenticated: false, message })
    const sid = sidIn(message)
    return sid ? { kind: 'foreign', sid } : { kind: 'out' }
  }
}

/** The ID of a session that is valid, but not for this card. */
function sidIn(message: AuthenticationMessage | null): string | null {
  const claim = (type: string) => message?.Claims.find((one) => one.type === type)?.value
  return claim('isValid') === 'false' ? String(claim('sid') ?? '') || null : null
}
