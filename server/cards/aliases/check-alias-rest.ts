import type { Db } from '#server/database/database.ts'
import { deleteRested, isAtRest } from './resting-store.ts'

/** Whether an address belonged to a card that went so lately that nobody else may have it yet. */
export const checkAliasRest = (db: Db, alias: string, now: Date): Promise<boolean> => isAtRest(db, alias, now)

/** Addresses that have rested long enough are free. */
export const removeRested = (tx: Db, now: Date): Promise<void> => deleteRested(tx, now)
