import type { ArchivedAccount } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findAccount, listIdentitiesOf } from './account-store.ts'
import { findEmailChange } from './change-email/email-change-store.ts'
import { listPasskeysOf } from './passkeys/passkey-store.ts'
import { describeRejection } from './rejections/manage-rejections.ts'
import { findRefused } from './rejections/rejection-store.ts'
import { listSessionsOf } from './sessions/session-store.ts'

/** The personal data of an account, for the data archive. Credentials (hashes, keys, tokens) are left out. */
export async function exportAccount({ db, clock }: { db: Db; clock: Clock }, accountId: string): Promise<ArchivedAccount> {
  const [account, passkeys, providers, sessions, change] = await Promise.all([
    findAccount(db, accountId),
    listPasskeysOf(db, accountId),
    listIdentitiesOf(db, accountId),
    listSessionsOf(db, accountId, clock.now()),
    findEmailChange(db, accountId, clock.now()),
  ])
  if (!account) throw problem('not-logged-in')
  const refused = await findRefused(db, account.email)
  const { email, name, language, createdAt, emailVerifiedAt, passwordHash } = account
  return {
    email,
    name,
    language,
    createdAt: createdAt.toISOString(),
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    hasPassword: passwordHash !== null,
    passkeys: passkeys.map((key) => ({ name: key.name, createdAt: key.createdAt.toISOString(), usedOn: key.usedAt && dayOf(key.usedAt) })),
    providers: providers.map(({ issuer, createdAt: since }) => ({ issuer, createdAt: since.toISOString() })),
    sessions: sessions.map(({ device, loginMethod, signedInAt, lastUsedAt, endsAt }) => ({
      device,
      loginMethod,
      signedInAt: signedInAt.toISOString(),
      lastUsedOn: dayOf(lastUsedAt),
      endsAt: endsAt.toISOString(),
    })),
    mailRejection: refused && describeRejection(refused),
    emailChange: change && { newEmail: change.newEmail, requestedAt: change.requestedAt.toISOString() },
  }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
