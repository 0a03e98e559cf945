import { has } from '#contract/permissions.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findSubjectReviewed } from '../card-store.ts'
import { readRights } from '../settings/read-rights.ts'
import type { Subject } from '../tables.ts'

/** What of a card decides which reviews of it may be asked for. */
export type Reviewed = Pick<Subject, 'id' | 'companyName' | 'experiments'>

/** The card that shows the reviews kept elsewhere under this name; null where none does. Nobody else’s are ever asked for. */
export async function findReviewed(needs: { db: Db; clock: Clock }, reviewedAs: string): Promise<Reviewed | null> {
  const subject = await findSubjectReviewed(needs.db, reviewedAs)
  return subject && has(await readRights(needs, subject), 'Reviews') ? subject : null
}
