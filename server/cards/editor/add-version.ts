import type { Db } from '#server/database/database.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { upsertVersion } from '../card-store.ts'
import { parseFields } from './parse-fields.ts'

/** Fields that a version can override; switches and permissions belong to the whole card. */
type Overrides = Omit<CardFields, 'isCardDisabled' | 'eCardEnabled' | 'grantedRights' | 'revokedRights' | 'experiments'>

/** Saves a named version of a card: its differences from the published card. */
export async function addVersion(tx: Db, subjectId: string, name: string, overrides: Overrides, now: Date) {
  await upsertVersion(tx, subjectId, name, parseFields(overrides), now)
}
