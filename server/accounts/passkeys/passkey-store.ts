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

/** False if this key is stored already, for any account. */
export async function insertPasskey(tx: Db, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
  return inserted.length > 0
}

/** False if it was removed meanwhile. */
export async function markPasskeyUsed(
  tx: Db,
  { accountId, id }: Passkey,
  use: Pick<Passkey, 'signCount' | 'usedAt' | 'isBackupEligible'>,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.accountId, accountId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskeysOf(tx: Db, accountId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.accountId, accountId))
}

export async function deletePasskey(tx: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.accountId, accountId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return deleted.length > 0
}
