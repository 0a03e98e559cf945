import type { Db } from '#server/database/database.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import type { Admission } from '../tables.ts'
import { findInvitation } from './invitation-store.ts'
import { setupMinutesLeft } from './make-setup-link.ts'
import { signUpIssue } from './sign-up-policy.ts'

type Deps = { db: Db; clock: Clock; settings: Pick<Settings, 'signUp'> }
type Request = { email: string; invitation?: string | undefined }

/**
 * Refuses a sign-up before a mail is sent, or returns what admits it. Says nothing about the address but its domain: existing accounts
 * get the same refusal. `createAccount` decides again, since an invitation may be used up until then.
 */
export async function checkSignUp({ db, clock, settings }: Deps, { email, invitation }: Request): Promise<Admission> {
  const issue = signUpIssue(settings.signUp, email)
  if (!issue) return {}
  if (issue === 'sign-up-off' || !invitation) throw problem(issue)
  const invitationId = await findInvitation(db, hashToken(invitation), clock.now())
  if (!invitationId) throw problem('invitation-used')
  return { invitationId }
}

/** What the sign-up page shows: whether a person with this invitation can sign up, and for how long the setup link can be used. */
export async function readSignUpState({ db, clock, settings }: Deps, invitation: string) {
  const isUsable = invitation !== '' && (await findInvitation(db, hashToken(invitation), clock.now())) !== null
  return {
    invitation: invitation === '' ? ('none' as const) : isUsable && settings.signUp !== 'off' ? ('valid' as const) : ('invalid' as const),
    setupMinutesLeft: await setupMinutesLeft({ db, clock }),
  }
}
