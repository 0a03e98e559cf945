import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { parseFields } from './parse-fields.ts'
import type { Subject } from '../tables.ts'

/** What depends on the card as it is, such as a part of a document, is found while nobody else changes it. */
type Wish = CardFields | ((now: Subject) => CardFields)

/** Changes named fields of a card; every instance forgets what it kept of it. */
export async function changeCard({ changes, clock }: { changes: Changes; clock: Clock }, subjectId: string, wish: Wish): Promise<Subject> {
  return changes.write(async (tx, tell) => {
    const fields = typeof wish === 'function' ? wish(await heldSubject(tx, subjectId)) : wish
    const changed = await updateSubject(tx, subjectId, parseFields(fields), clock.now())
    if (!changed) throw problem('card-not-found')
    tell(`card:${subjectId}`)
    return changed
  })
}

async function heldSubject(tx: Db, subjectId: string): Promise<Subject> {
  const subject = await lockSubject(tx, subjectId)
  if (!subject) throw problem('card-not-found')
  return subject
}
