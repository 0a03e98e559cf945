import { requestLanguage } from '#common/request-language.ts'
import { createHash } from 'node:crypto'
import { newId } from '#server/database/new-id.ts'
import { done, type Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { renameAccount } from './rename-account.ts'
import { addPasskey, makePasskeyOptions, readLoginMethods, removePasskey } from './passkeys/add-passkey.ts'
import { confirmEmail } from './change-email/confirm-email.ts'
import { cancelEmailChange, requestEmailChange } from './change-email/request-email-change.ts'
import { clearOwnRejection, readOwnRejection } from './rejections/manage-rejections.ts'
import { endSession } from './sessions/end-session.ts'
import { checkLink } from './mailed-links/check-link.ts'
import { readKnownBrowser } from './sign-in/known-browser.ts'
import { listSessions } from './sessions/list-sessions.ts'
import type { AccountDeps } from './account-deps.ts'
import { ownsCard } from './owns-card.ts'
import { readDetails } from './read-details.ts'
import { changePassword } from './sign-in/change-password.ts'
import { providerRoutes } from './sign-in/provider-routes.ts'
import { readClaims } from './sign-in/read-claims.ts'
import { rejectGuessablePassword } from './sign-in/reject-guessable-password.ts'
import { resetPassword } from './sign-in/reset-password.ts'
import { requireOwner } from './sessions/require-owner.ts'
import { rotateSession } from './sessions/rotate-session.ts'
import { signIn, signInByLink } from './sign-in/sign-in.ts'
import { checkSignUp, readSignUpState } from './sign-up/check-sign-up.ts'
import { makeSetupPasskeyOptions, setUp } from './sign-up/set-up.ts'
import { makeSignInChallenge, signInWithPasskey } from './sign-in/sign-in-with-passkey.ts'

const defaultReturnUrl = '/account'

export function accountRoutes(deps: AccountDeps) {
  return {
    ...providerRoutes(deps),
    async 'accounts.user'({ query, caller, request, setCookie }) {
      const claims = await readClaims(deps, caller, request, await ownsCard(deps, caller, query.uId))
      if (query.slide !== 'false') for (const cookie of await rotateSession(deps, request)) setCookie(cookie)
      return claims
    },
    async 'accounts.signIn'({ input, request, setCookie }) {
      assertLocalAccounts()
      for (const cookie of await signIn(deps, input, request)) setCookie(cookie)
      return { ...done, returnUrl: input.returnUrl ?? defaultReturnUrl }
    },
    async 'accounts.signUp'({ input, request }) {
      assertLocalAccounts()
      const admission = await checkSignUp(deps, input)
      await requestMail('sign-up', input, request, admission)
    },
    async 'accounts.setUp'({ input, request, setCookie }) {
      assertLocalAccounts()
      for (const cookie of await setUp(deps, input, request)) setCookie(cookie)
      return { ...done, returnUrl: '/setup/installation' }
    },
    async 'accounts.newSetupPasskey'({ input, setCookie }) {
      assertLocalAccounts()
      const { options, cookie } = await makeSetupPasskeyOptions(deps, input)
      setCookie(cookie)
      return { ...options, user: { ...options.user } }
    },
    'accounts.signUpState': ({ query }) => readSignUpState(deps, query.invitation ?? ''),
    'accounts.requestLink': ({ input, request }) => requestMail('sign-in', input, request),
    'accounts.requestReset': ({ input, request }) => requestMail('reset', input, request),
    'accounts.checkLink': async ({ input }) => ({ isValid: await checkLink(deps, input.kind, input.token) }),
    async 'accounts.useLink'({ input, request, setCookie }) {
      const { cookies, returnUrl } = await signInByLink(deps, input.token, { request, onlyMadeByAdmin: deps.identity !== null })
      for (const cookie of cookies) setCookie(cookie)
      return { ...done, returnUrl }
    },
    async 'accounts.resetPassword'({ input, request, setCookie }) {
      assertLocalAccounts()
      await rejectGuessablePassword(deps, input)
      const { accountId, cookies, returnUrl } = await resetPassword(deps, input, request)
      for (const cookie of cookies) setCookie(cookie)
      return { ...done, returnUrl, passkeys: (await readLoginMethods(deps, { accountId })).passkeys }
    },
    async 'accounts.passkeyChallenge'({ setCookie }) {
      const { options, cookie } = await makeSignInChallenge(deps)
      setCookie(cookie)
      return { ...options }
    },
    async 'accounts.passkeySignIn'({ input, request, setCookie }) {
      assertLocalAccounts()
      for (const cookie of await signInWithPasskey(deps, input.answer, request)) setCookie(cookie)
      return { ...done, returnUrl: input.returnUrl ?? defaultReturnUrl }
    },
    'accounts.details': ({ caller }) => readDetails(deps, requireOwner(caller)),
    'accounts.rename': ({ caller, input }) => renameAccount(deps.db, requireOwner(caller), input.name),
    async 'accounts.changePassword'({ caller, input, setCookie }) {
      const owner = requireOwner(caller)
      assertLocalAccounts()
      for (const cookie of await changePassword(deps, owner, input)) setCookie(cookie)
    },
    async 'accounts.requestEmailChange'({ caller, input, request }) {
      const owner = requireOwner(caller)
      assertLocalAccounts()
      await requestEmailChange(deps, owner, { email: input.email, language: requestLanguage(request) })
    },
    'accounts.cancelEmailChange': ({ caller }) => cancelEmailChange(deps.db, requireOwner(caller)),
    async 'accounts.confirmEmail'({ caller, input, request }) {
      const owner = requireOwner(caller)
      assertLocalAccounts()
      return { ...done, email: await confirmEmail(deps, owner, { token: input.token, language: requestLanguage(request) }) }
    },
    'accounts.loginMethods': ({ caller }) => readLoginMethods(deps, requireOwner(caller)),
    'accounts.mailRejection': async ({ caller }) => ({ rejection: await readOwnRejection(deps.db, requireOwner(caller)) }),
    'accounts.clearMailRejection': ({ caller }) => clearOwnRejection(deps.db, requireOwner(caller)),
    async 'accounts.newPasskey'({ caller, setCookie }) {
      const { options, cookie } = await makePasskeyOptions(deps, requireOwner(caller))
      setCookie(cookie)
      return { ...options }
    },
    'accounts.addPasskey': ({ caller, input, request }) => addPasskey(deps, requireOwner(caller), input, request),
    'accounts.removePasskey': ({ caller, input }) => removePasskey(deps, requireOwner(caller), input.id),
    'accounts.sessions': ({ caller }) => listSessions(deps, requireOwner(caller)),
    async 'accounts.endSession'({ caller, input, setCookie }) {
      const known = await endSession(deps, requireOwner(caller), input.id)
      if (known) setCookie(known)
    },
  } satisfies Partial<Handlers>

  type LinkInput = { email: string; name?: string; returnUrl?: string | undefined }

  /** Queues a job. It does the same work whether or not the account exists, so that response times reveal nothing. */
  async function requestMail(
    purpose: 'sign-in' | 'sign-up' | 'reset',
    { email, name = '', returnUrl = defaultReturnUrl }: LinkInput,
    request: Request,
    admission: Awaited<ReturnType<typeof checkSignUp>> = {},
  ) {
    assertLocalAccounts()
    const language = requestLanguage(request)
    const isKnown = (await (await readKnownBrowser(deps, request))?.isOf(email)) ?? false
    const data = { purpose, email, name, returnUrl, language, isKnown, admission, requestId: newId() }
    // Hashed, because job keys are visible to administrators. With `isKnown` and the admission, so that a stranger's request does not replace the
    // owner's or an invited person's.
    const key = createHash('sha256')
      .update(`${purpose} ${isKnown} ${JSON.stringify(admission)} ${email}`)
      .digest('base64url')
    await deps.jobs.enqueue(deps.db, 'accounts.mail-link', data, { key })
  }

  /** With an identity provider, the only other way to log in is a link created by an administrator. */
  function assertLocalAccounts() {
    if (deps.identity) throw problem('not-found')
  }
}
