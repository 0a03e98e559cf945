import type { Db } from '#server/database/database.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { putVersion } from '../card-store.ts'
import { parseFields } from './parse-fields.ts'

/** What a variant may say otherwise. Whether the card is on and what it may do is the card's. */
export type Overrides = Omit<CardFields, 'isCardDisabled' | 'eCardEnabled' | 'grantedRights' | 'revokedRights' | 'experiments'>

/** Keeps a named variant of a card: what differs from the published one. */
export async function addVersion(tx: Db, subjectId: string, name: string, overrides: Overrides, now: Date) {
  await putVersion(tx, subjectId, name, parseFields(overrides), now)
}
