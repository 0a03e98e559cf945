import { isProblem, type Api } from '#contract/api.ts'
import type { AuthenticationMessage } from '#contract/accounts/accounts.ts'
import { createClient } from './client.ts'
import { silentLogin } from '../login/silent-login.ts'

type Deps = {
  slug: string
  fetch?: typeof globalThis.fetch
  login?: () => Promise<boolean>
  signedOut(message: AuthenticationMessage): void
}

/**
 * The API client for a signed-in owner. On a 401 it tries one silent login and repeats the call; if that fails too, it calls
 * `signedOut`.
 */
export function createOwnerClient({ login = silentLogin, signedOut, ...deps }: Deps): Api {
  const client = createClient({ ...deps })
  const call: Api['call'] = async (name, parts) => {
    try {
      return await client.call(name, parts)
    } catch (thrown) {
      if (!isSignedOut(thrown)) throw thrown
      if (await login()) {
        try {
          return await client.call(name, parts)
        } catch (repeated) {
          if (!isSignedOut(repeated)) throw repeated
        }
      }
      signedOut(messageIn(thrown))
      throw thrown
    }
  }
  return { call }
}

/** A 401, as a problem or as a flag. */
export const isSignedOut = (thrown: unknown) => isProblem(thrown) && thrown.problem.status === 401

function messageIn(thrown: unknown): AuthenticationMessage {
  const { Status, Claims } = (isProblem(thrown) ? thrown.problem : {}) as Partial<AuthenticationMessage>
  return { Status: typeof Status === 'string' ? Status : 'NotAuthenticated', Claims: Array.isArray(Claims) ? Claims : [] }
}
