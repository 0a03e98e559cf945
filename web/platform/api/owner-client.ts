import { isRefused, type Api } from '#contract/api.ts'
import type { AuthenticationMessage } from '#contract/accounts/accounts.ts'
import { createClient } from './client.ts'
import { silentLogin } from '../login/silent-login.ts'

type Needs = {
  slug: string
  fetch?: typeof globalThis.fetch
  login?: () => Promise<boolean>
  signedOut(message: AuthenticationMessage): void
}

/**
 * The contract for who is signed in. A session that ran out is looked for once, silently, and the call is made once more; after
 * that the person is signed out, and told so by `signedOut`.
 */
export function createOwnerClient({ login = silentLogin, signedOut, ...needs }: Needs): Api {
  const client = createClient({ ...needs })
  const call: Api['call'] = async (name, parts) => {
    try {
      return await client.call(name, parts)
    } catch (thrown) {
      if (!isSignedOut(thrown)) throw thrown
      if (await login()) {
        try {
          return await client.call(name, parts)
        } catch (again) {
          if (!isSignedOut(again)) throw again
        }
      }
      signedOut(messageIn(thrown))
      throw thrown
    }
  }
  return { call }
}

/** Not signed in, whether it was said as a problem or as a flag. */
export const isSignedOut = (thrown: unknown) => isRefused(thrown) && thrown.problem.status === 401

function messageIn(thrown: unknown): AuthenticationMessage {
  const { Status, Claims } = (isRefused(thrown) ? thrown.problem : {}) as Partial<AuthenticationMessage>
  return { Status: typeof Status === 'string' ? Status : 'NotAuthenticated', Claims: Array.isArray(Claims) ? Claims : [] }
}
