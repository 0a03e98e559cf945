import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { passkeys, type Passkey } from '../tables.ts'

export async function listPasskeysOf(db: Db, accountId: string): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.createdAt)).limit(50)
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | null> {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return found ?? null
}

/** False where this very key is kept already, by whomever. */
export async function insertPasskey(tx: Db, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
  return kept.length > 0
}

/** False where it was removed meanwhile. */
export async function markPasskeyUsed(
  tx: Db,
  { accountId, id }: Passkey,
  seen: Pick<Passkey, 'signCount' | 'usedAt' | 'isBackupEligible'>,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set(seen)
    .where(and(eq(passkeys.accountId, accountId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskey(tx: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.accountId, accountId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return gone.length > 0
}
