import type { ArchivedAccount } from '#contract/archive.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import type { Clock } from '#server/outside/clock.ts'
import { findAccount, listIdentitiesOf } from './account-store.ts'
import { listPasskeysOf } from './passkey-store.ts'
import { listSessionsOf } from './session-store.ts'

/** What an account holds of its person. What opens it (hashes, keys, tokens) is left out. */
export async function gatherAccount({ db, clock }: { db: Db; clock: Clock }, accountId: string): Promise<ArchivedAccount> {
  const [account, passkeys, providers, sessions] = await Promise.all([
    findAccount(db, accountId),
    listPasskeysOf(db, accountId),
    listIdentitiesOf(db, accountId),
    listSessionsOf(db, accountId, clock.now()),
  ])
  if (!account) throw problem('not-signed-in')
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
    sessions: sessions.map(({ device, way, signedInAt, seenAt, endsAt }) => ({
      device,
      way,
      signedInAt: signedInAt.toISOString(),
      seenOn: dayOf(seenAt),
      endsAt: endsAt.toISOString(),
    })),
  }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
