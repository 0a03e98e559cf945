import type { Db } from '#server/database/database.ts'
import { billingPresses } from '../tables.ts'

/** Keeps a press of a button; false where it is kept already. */
export async function isFirstPress(tx: Db, press: typeof billingPresses.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(billingPresses).values(press).onConflictDoNothing().returning({ id: billingPresses.id })
  return kept.length > 0
}
