import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockSubject, updateSubject } from '../card-store.ts'
import type { CardFields } from '#contract/cards/stored-card.ts'
import { parseFields } from './parse-fields.ts'
import type { Subject } from '../tables.ts'

/** New values, or a function that computes them from the locked card. */
type FieldChange = CardFields | ((now: Subject) => CardFields)

/** Changes fields of a card and invalidates its cached pages on every instance. */
export async function changeCard(
  { changes, clock }: { changes: Changes; clock: Clock },
  subjectId: string,
  change: FieldChange,
): Promise<Subject> {
  return changes.write(async (tx, publish) => {
    const fields = typeof change === 'function' ? change(await lockedSubject(tx, subjectId)) : change
    const changed = await updateSubject(tx, subjectId, parseFields(fields), clock.now())
    if (!changed) throw problem('card-not-found')
    publish(`card:${subjectId}`)
    return changed
  })
}

async function lockedSubject(tx: Db, subjectId: string): Promise<Subject> {
  const subject = await lockSubject(tx, subjectId)
  if (!subject) throw problem('card-not-found')
  return subject
}
