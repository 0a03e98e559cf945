import { createHash } from 'node:crypto'
import { storeMark, readMarks, consume } from '#server/database/consume.ts'
import type { Identity, VerifiedIdentity, LoggedOut, Outcome, Secrets, LoginRequest } from '#server/integrations/identity.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isProblem } from '#contract/api.ts'
import type { ProblemName } from '#contract/problem.ts'
import { checkSignUp } from '../sign-up/check-sign-up.ts'
import { createAccount } from '../sign-up/create-account.ts'
import { checkSetupProof, setupProof as proofOf } from '../sign-up/make-setup-link.ts'
import { findAccountByEmail, findIdentity, insertIdentity, lockAccount, updateAccount } from '../account-store.ts'
import { queueChangeMail } from './mail-change.job.ts'
import { pendingLoginSeconds, storePendingLogin, readPendingLogin } from './pending-login.ts'
import { recentLoginMs, isRecentLogin } from '../sessions/session-policy.ts'
import { deleteAtProvider, deleteSession } from '../sessions/session-store.ts'
import { startSession, type SessionDeps } from '../sessions/start-session.ts'

export type ProviderDeps = SessionDeps & { identity: Identity; log: Log; jobs: Jobs }

/**
 * Starts a login at the provider: the address to redirect to, and cookies that store the pending login. With `setupHash`, of a setup link
 * that was checked, it makes the first administrator.
 */
export async function startAtProvider(
  { identity, settings }: ProviderDeps,
  request: Request,
  { setupHash, ...options }: LoginRequest & { setupHash?: string },
) {
  const { address, secrets } = await identity.begin(options)
  const setupProof = setupHash && proofOf(setupHash, secrets.state)
  return { address, cookies: storePendingLogin(settings, request, { ...secrets, setupProof }) }
}

type ProviderLogin = { secrets: Secrets | null; cookies: string[]; isComplete: boolean; problem?: ProblemName }

/** Handles the provider's callback. `isComplete` if it started a session here. */
export async function signInAtProvider(deps: ProviderDeps, request: Request): Promise<ProviderLogin> {
  const { identity, settings, clock, log } = deps
  const { secrets, ended } = readPendingLogin(settings, request)
  if (!secrets) return { secrets: null, cookies: [], isComplete: false }
  const notSignedIn = { secrets, cookies: [ended], isComplete: false }
  const outcome: Outcome = await identity.finish(new URL(request.url), secrets)
  if (outcome.kind === 'rejected') log.warn('login-refused', { reason: outcome.reason })
  if (outcome.kind !== 'identified') return notSignedIn
  const signedInAt = authenticatedAt(outcome.identity, secrets.isSilent, clock.now())
  if (secrets.isForced && !isRecentLogin(signedInAt, clock.now())) {
    log.warn('login-refused', { reason: 'login-not-recent' })
    return notSignedIn
  }
  const accountId = await accountOf(deps, outcome.identity, secrets).catch(signUpProblem)
  if (accountId === null) return notSignedIn
  if (typeof accountId !== 'string') {
    log.warn('login-refused', { reason: accountId.problem })
    return { ...notSignedIn, ...accountId }
  }
  const { issuer, subject, sid, idToken } = outcome.identity
  const provider = { issuer, subject, sid, idToken }
  const session = await startSession(deps, { accountId, loginMethod: 'provider', request, provider, signedInAt })
  // They logged out at the provider meanwhile. Checked after the session exists: the logout handler stores its mark first and then
  // deletes sessions, so one of the two always ends this session.
  if (await isLoggedOutSince(deps, outcome.identity)) {
    await deleteSession(deps.db, accountId, session.id)
    log.warn('login-refused', { reason: 'logged-out-meanwhile' })
    return notSignedIn
  }
  return { ...notSignedIn, cookies: [ended, session.cookie], isComplete: true }
}

/**
 * When the person last authenticated. Only what the provider signed counts: the browser could change the rest. A silent login is
 * never recent.
 */
function authenticatedAt({ authAgeMs }: VerifiedIdentity, isSilent: boolean, now: Date): Date {
  const agoMs = authAgeMs ?? recentLoginMs
  return new Date(now.getTime() - (isSilent ? Math.max(agoMs, recentLoginMs) : agoMs))
}

/**
 * The account of a provider's user. The first login creates or links it by email, only if the provider verified that email:
 * otherwise anyone could claim another person's account. A silent login creates none.
 */
async function accountOf(
  { db, clock, log, settings, jobs }: ProviderDeps,
  { issuer, subject, email, isEmailVerified, name }: VerifiedIdentity,
  { isSilent, invitation, setupProof, state }: Secrets,
): Promise<string | null> {
  const before = await findIdentity(db, issuer, subject)
  if ((before && !setupProof) || isSilent) return before?.accountId ?? null
  // An unverified address may belong to another person.
  if (!before && (email === '' || !isEmailVerified)) {
    log.warn('login-refused', { reason: 'email-not-verified' })
    return null
  }
  if (setupProof) await jobs.ready()
  const now = clock.now()
  return db.transaction(async (tx) => {
    // Of a linked account, the provider's email may be another one by now.
    const known = before ? await lockAccount(tx, before.accountId) : await findAccountByEmail(tx, email)
    if (before && !known) return null
    const admission = setupProof
      ? { setupHash: await checkSetupProof({ db: tx, clock }, setupProof, state) }
      : known
        ? {}
        : await checkSignUp({ db: tx, clock, settings }, { email, invitation })
    const account = await createAccount(tx, { email: known?.email ?? email, name, language: '', admission }, { settings, now })
    await updateAccount(tx, account.id, { emailVerifiedAt: account.emailVerifiedAt ?? now })
    if (setupProof && !account.isNew) await queueChangeMail(tx, jobs, account.id, 'taken-over')
    await insertIdentity(tx, { issuer, subject, accountId: account.id, createdAt: now })
    return account.id
  })
}

/** Why the person can't sign up, for the login page. */
function signUpProblem(thrown: unknown): { problem: ProblemName } {
  if (!isProblem(thrown)) throw thrown
  return { problem: thrown.problem.type.slice('/problems/'.length) as ProblemName }
}

/** Back-channel logout: the provider reports that a user logged out there. Each token counts once. */
export async function endAtProvider({ db, identity, log }: ProviderDeps, token: string): Promise<boolean> {
  const logout = await identity.readLogout(token)
  if (!logout) return false
  await storeLogout(db, logout)
  const ended = await db.transaction(async (tx) =>
    (await consume(tx, 'logout', logout.jti, logout.until)) ? deleteAtProvider(tx, logout.issuer, logout) : null,
  )
  if (ended !== null) log.info('signed-out-by-provider', { sessions: ended })
  return ended !== null
}

const markKind = 'provider-logout'
type ProviderSession = { issuer: string; subject?: string | undefined; sid?: string | null | undefined }
const bySession = ({ issuer, sid }: ProviderSession) => (sid ? [keyOf(['session', issuer, sid])] : [])
const byPerson = ({ issuer, subject }: ProviderSession) => (subject ? [keyOf(['person', issuer, subject])] : [])
/** A person's sessions without a `sid`: any of them may be the one that was logged out. */
const byPersonWithoutSid = ({ issuer, subject }: ProviderSession) => (subject ? [keyOf(['unnumbered', issuer, subject])] : [])
/** Hashed: the parts can have any length, and are personal data. */
const keyOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Remembers a logout for as long as a login that started before it may still be pending. Compares times of the provider's clock only,
 * so that a login after the logout succeeds, whatever its `sid`.
 */
async function storeLogout(db: ProviderDeps['db'], logout: LoggedOut): Promise<void> {
  const until = new Date(logout.issuedAt.getTime() + pendingLoginSeconds * 1000)
  const keys = logout.sid ? [...bySession(logout), ...byPersonWithoutSid(logout)] : byPerson(logout)
  for (const key of keys) await storeMark(db, markKind, key, until)
}

/** A logout of a session counts from when that session authenticated; a logout of the person from when this token was issued. */
async function isLoggedOutSince({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>, known: VerifiedIdentity): Promise<boolean> {
  const hasMark = async (keys: readonly string[], since: Date) =>
    (await readMarks(db, markKind, keys, clock.now())).some((until) => since.getTime() <= until.getTime() - pendingLoginSeconds * 1000)
  const personKeys = known.sid ? byPerson(known) : [...byPerson(known), ...byPersonWithoutSid(known)]
  return (await hasMark(bySession(known), known.authenticatedAt)) || (await hasMark(personKeys, known.issuedAt))
}
