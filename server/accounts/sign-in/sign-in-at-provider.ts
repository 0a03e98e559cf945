import { createHash } from 'node:crypto'
import { newId } from '#server/database/new-id.ts'
import { storeMark, readMarks, consume } from '#server/database/consume.ts'
import type { Identity, Known, LoggedOut, Outcome, Secrets, Wish } from '#server/integrations/identity.ts'
import type { Log } from '#server/integrations/log.ts'
import { findIdentity, insertIdentity, putAccount, updateAccount } from '../account-store.ts'
import { awaySeconds, keepLogin, readLogin } from './keep-login.ts'
import { freshMs, isFresh } from '../sessions/session-policy.ts'
import { deleteAtProvider, deleteSession } from '../sessions/session-store.ts'
import { startSession, type SessionNeeds } from '../sessions/start-session.ts'

export type ProviderNeeds = SessionNeeds & { identity: Identity; log: Log }

/** Sends a browser to the provider, with what it needs to come back. */
export async function startAtProvider({ identity, settings }: ProviderNeeds, request: Request, wish: Wish) {
  const { address, secrets } = await identity.begin(wish)
  return { address, cookies: keepLogin(settings, request, secrets) }
}

export type Returned = { secrets: Secrets | null; cookies: string[]; isSignedIn: boolean }

/** A browser that comes back: signed in here too, or not, and where it wanted to go. */
export async function signInAtProvider(needs: ProviderNeeds, request: Request): Promise<Returned> {
  const { identity, settings, clock, log } = needs
  const { secrets, ended } = readLogin(settings, request)
  if (!secrets) return { secrets: null, cookies: [], isSignedIn: false }
  const nobody = { secrets, cookies: [ended], isSignedIn: false }
  const outcome: Outcome = await identity.finish(new URL(request.url), secrets)
  if (outcome.kind === 'refused') log.warn('login-refused', { reason: outcome.reason })
  if (outcome.kind !== 'known') return nobody
  const signedInAt = provedAt(outcome.known, secrets.isSilent, clock.now())
  if (secrets.isForced && !isFresh(signedInAt, clock.now())) {
    log.warn('login-refused', { reason: 'not-signed-in-anew' })
    return nobody
  }
  const accountId = await accountOf(needs, outcome.known, secrets.isSilent)
  if (!accountId) return nobody
  const { issuer, subject, sid, idToken } = outcome.known
  const provider = { issuer, subject, sid, idToken }
  const session = await startSession(needs, { accountId, way: 'provider', request, provider, signedInAt })
  // They left there while they came back. Asked once the session is there: who tells of it looks for sessions afterwards.
  if (await leftSince(needs, outcome.known)) {
    await deleteSession(needs.db, accountId, session.id)
    log.warn('login-refused', { reason: 'left-meanwhile' })
    return nobody
  }
  return { ...nobody, cookies: [ended, session.cookie], isSignedIn: true }
}

/**
 * When the person last proved who they are. Only what the provider signed counts: the browser carries the rest and can change it.
 * What happened without a word is never fresh.
 */
function provedAt({ provedAgoMs }: Known, isSilent: boolean, now: Date): Date {
  const agoMs = provedAgoMs ?? freshMs
  return new Date(now.getTime() - (isSilent ? Math.max(agoMs, freshMs) : agoMs))
}

/**
 * The account of whom the provider knows, made or joined by an e-mail the provider has verified: otherwise anybody could name
 * somebody else's. A silent way in finds one that is there and makes none.
 */
async function accountOf(
  { db, clock, log }: ProviderNeeds,
  { issuer, subject, email, isEmailVerified, name }: Known,
  isSilent: boolean,
): Promise<string | null> {
  const before = await findIdentity(db, issuer, subject)
  if (before || isSilent) return before?.accountId ?? null
  // An address that nobody verified may be somebody else's, now or later.
  if (email === '' || !isEmailVerified) {
    log.warn('login-refused', { reason: 'email-not-verified' })
    return null
  }
  const now = clock.now()
  return db.transaction(async (tx) => {
    const account = await putAccount(tx, { id: newId(now.getTime()), email, name, language: '', now })
    await updateAccount(tx, account.id, { emailVerifiedAt: account.emailVerifiedAt ?? now })
    await insertIdentity(tx, { issuer, subject, accountId: account.id, createdAt: now })
    return account.id
  })
}

/** The provider says that somebody left there. Each saying counts once. */
export async function endAtProvider({ db, identity, log }: ProviderNeeds, token: string): Promise<boolean> {
  const said = await identity.readLogout(token)
  if (!said) return false
  await markLeft(db, said)
  const ended = await db.transaction(async (tx) =>
    (await consume(tx, 'logout', said.jti, said.until)) ? deleteAtProvider(tx, said.issuer, said) : null,
  )
  if (ended !== null) log.info('signed-out-by-provider', { sessions: ended })
  return ended !== null
}

const leaving = 'left'
type Left = { issuer: string; subject?: string | undefined; sid?: string | null | undefined }
const bySession = ({ issuer, sid }: Left) => (sid ? [keyOf(['session', issuer, sid])] : [])
const byPerson = ({ issuer, subject }: Left) => (subject ? [keyOf(['person', issuer, subject])] : [])
/** A person's sessions that the provider gave no number: any of them may be the one that is over. */
const byUnnumbered = ({ issuer, subject }: Left) => (subject ? [keyOf(['unnumbered', issuer, subject])] : [])
/** Of any length and letters, and nobody's name. */
const keyOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Remembers when somebody left there, as long as a way back from before may still be under way: that session, or everywhere. By
 * the provider's clock alone, so that who signs in again afterwards is let in, whatever number their session there has.
 */
async function markLeft(db: ProviderNeeds['db'], said: LoggedOut): Promise<void> {
  const until = new Date(said.saidAt.getTime() + awaySeconds * 1000)
  for (const key of said.sid ? [...bySession(said), ...byUnnumbered(said)] : byPerson(said)) await storeMark(db, leaving, key, until)
}

/** A session that is over is over for whatever it says later; a person may have others that live on. */
async function leftSince({ db, clock }: Pick<ProviderNeeds, 'db' | 'clock'>, known: Known): Promise<boolean> {
  const isLeft = async (keys: readonly string[], since: Date) =>
    (await readMarks(db, leaving, keys, clock.now())).some((until) => since.getTime() <= until.getTime() - awaySeconds * 1000)
  const persons = known.sid ? byPerson(known) : [...byPerson(known), ...byUnnumbered(known)]
  return (await isLeft(bySession(known), known.signedInThereAt)) || (await isLeft(persons, known.saidAt))
}
