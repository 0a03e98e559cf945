import { requestLanguage } from '#common/request-language.ts'
import { createHash } from 'node:crypto'
import { newId } from '#server/database/new-id.ts'
import type { Call, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { addPasskey, makePasskeyWish, readWays, removePasskey } from './passkeys/add-passkey.ts'
import { endSession } from './sessions/end-session.ts'
import { readKnown } from './sign-in/known-browser.ts'
import { listSessions } from './sessions/list-sessions.ts'
import type { AccountNeeds } from './account-needs.ts'
import { ownsCard } from './owns-card.ts'
import { providerRoutes } from './sign-in/provider-routes.ts'
import { readClaims } from './sign-in/read-claims.ts'
import { refuseGuessable } from './sign-in/refuse-guessable.ts'
import { resetPassword } from './sign-in/reset-password.ts'
import { rotateSession } from './sessions/rotate-session.ts'
import { signIn, signInByLink } from './sign-in/sign-in.ts'
import { makeSignInChallenge, signInWithPasskey } from './sign-in/sign-in-with-passkey.ts'

const done = { success: 1, message: '' } as const
const home = '/account'

export function accountRoutes(needs: AccountNeeds) {
  return {
    ...providerRoutes(needs),
    async 'accounts.user'({ query, caller, request, setCookie }) {
      const claims = await readClaims(needs, caller, await ownsCard(needs, caller, query.uId))
      if (query.slide !== 'false') for (const cookie of await rotateSession(needs, request)) setCookie(cookie)
      return claims
    },
    async 'accounts.signIn'({ input, request, setCookie }) {
      refuseOutside()
      for (const cookie of await signIn(needs, input, request)) setCookie(cookie)
      return { ...done, returnUrl: input.returnUrl ?? home }
    },
    async 'accounts.signUp'({ input, request }) {
      await ask('sign-up', input, request)
      return done
    },
    async 'accounts.requestLink'({ input, request }) {
      await ask('sign-in', input, request)
      return done
    },
    async 'accounts.requestReset'({ input, request }) {
      await ask('reset', input, request)
      return done
    },
    async 'accounts.useLink'({ input, request, setCookie }) {
      const { cookies, returnUrl } = await signInByLink(needs, input.token, { request, onlyOperators: needs.identity !== null })
      for (const cookie of cookies) setCookie(cookie)
      return { ...done, returnUrl }
    },
    async 'accounts.resetPassword'({ input, request, setCookie }) {
      refuseOutside()
      await refuseGuessable(needs, input)
      const { accountId, cookies, returnUrl } = await resetPassword(needs, input, request)
      for (const cookie of cookies) setCookie(cookie)
      return { ...done, returnUrl, passkeys: (await readWays(needs, { accountId })).passkeys }
    },
    async 'accounts.passkeyChallenge'({ setCookie }) {
      const { options, cookie } = await makeSignInChallenge(needs)
      setCookie(cookie)
      return { ...options }
    },
    async 'accounts.passkeySignIn'({ input, request, setCookie }) {
      refuseOutside()
      for (const cookie of await signInWithPasskey(needs, input.answer, request)) setCookie(cookie)
      return { ...done, returnUrl: input.returnUrl ?? home }
    },
    'accounts.ways': ({ caller }) => readWays(needs, mine(caller)),
    async 'accounts.newPasskey'({ caller, setCookie }) {
      const { options, cookie } = await makePasskeyWish(needs, mine(caller))
      setCookie(cookie)
      return { ...options }
    },
    async 'accounts.addPasskey'({ caller, input, request }) {
      await addPasskey(needs, mine(caller), input, request)
      return done
    },
    async 'accounts.removePasskey'({ caller, input }) {
      await removePasskey(needs, mine(caller), input.id)
      return done
    },
    'accounts.sessions': ({ caller }) => listSessions(needs, mine(caller)),
    async 'accounts.endSession'({ caller, input, setCookie }) {
      const known = await endSession(needs, mine(caller), input.id)
      if (known) setCookie(known)
      return done
    },
  } satisfies Partial<Handlers>

  type Wish = { email: string; name?: string; returnUrl?: string | undefined }

  /** The same work whoever asks: what follows from it happens afterwards. */
  async function ask(purpose: 'sign-in' | 'sign-up' | 'reset', { email, name = '', returnUrl = home }: Wish, request: Request) {
    refuseOutside()
    const language = requestLanguage(request)
    const isKnown = (await (await readKnown(needs, request))?.isOf(email)) ?? false
    const wish = { purpose, email, name, returnUrl, language, isKnown, wishId: newId() }
    // The queue shows its keys to whoever looks into it. What strangers wish for does not stand in for what the owner does.
    const key = createHash('sha256').update(`${purpose} ${isKnown} ${email}`).digest('base64url')
    await needs.jobs.enqueue(needs.db, 'accounts.mail-link', wish, { key })
  }

  /** Where a provider keeps the accounts there is no other way in, but for a link that an operator makes. */
  function refuseOutside() {
    if (needs.identity) throw problem('not-found')
  }
}

export function mine(caller: Call<unknown>['caller']): { accountId: string; sessionId: string } {
  if (caller.kind === 'visitor') throw problem('not-signed-in')
  return caller
}
