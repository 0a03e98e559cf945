import type { AuthenticationMessage, Claim } from '#contract/accounts/accounts.ts'
import { createOwnerClient, isSignedOut } from '../api/owner-client.ts'
import { writeSession } from './session-state.ts'
import { silentLogin } from './silent-login.ts'

/** Signed in at this card; signed in, but it is somebody else's; or not at all. */
export type LoginState = { kind: 'in'; claims: Claim[] } | { kind: 'foreign'; sid: string } | { kind: 'out' }

type Needs = { slug: string; cardKey: string; fetch?: typeof globalThis.fetch; login?: () => Promise<boolean> }

let underWay: Promise<LoginState> | null = null

/** Looks who is signed in, with one silent login where nobody seems to be. However many ask at once, one looks. */
export function checkLogin(needs: Needs): Promise<LoginState> {
  return (underWay ??= look(needs).finally(() => (underWay = null)))
}

async function look({ cardKey, login = () => silentLogin(cardKey), ...needs }: Needs): Promise<LoginState> {
  let message: AuthenticationMessage | null = null
  const { call } = createOwnerClient({ ...needs, login, signedOut: (said) => (message = said) })
  try {
    const claims = await call('accounts.user', { query: { uId: cardKey } })
    writeSession({ isAuthenticated: true, message: null })
    return { kind: 'in', claims }
  } catch (thrown) {
    // Away is not signed out: what this device knew stays as it was.
    if (!isSignedOut(thrown)) throw thrown
    writeSession({ isAuthenticated: false, message })
    const sid = sidIn(message)
    return sid ? { kind: 'foreign', sid } : { kind: 'out' }
  }
}

/** The claims of a session that is good, but not for this card. */
function sidIn(message: AuthenticationMessage | null): string | null {
  const claim = (type: string) => message?.Claims.find((one) => one.type === type)?.value
  return claim('isValid') === 'false' ? String(claim('sid') ?? '') || null : null
}
