import type { Changes } from '#server/db/changes.ts'
import { problem } from '#server/http/problem.ts'
import type { Clock } from '#server/outside/clock.ts'
import { updateSubject } from './card-store.ts'
import type { CardFields } from '#contract/card-fields.ts'
import { parseFields } from './parse-fields.ts'
import type { Subject } from './tables.ts'

/** Changes named fields of a card; every instance forgets what it kept of it. */
export async function changeCard(
  { changes, clock }: { changes: Changes; clock: Clock },
  subjectId: string,
  fields: CardFields,
): Promise<Subject> {
  const checked = parseFields(fields)
  return changes.write(async (tx, tell) => {
    const changed = await updateSubject(tx, subjectId, checked, clock.now())
    if (!changed) throw problem('card-not-found')
    tell(`card:${subjectId}`)
    return changed
  })
}
