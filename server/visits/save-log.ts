import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import { newId } from '#server/database/new-id.ts'
import { findOpenCard } from '#server/cards/public/find-cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { insertLog } from './visit-store.ts'

const dataMax = 8000

/** Stores an error that a page reported. Untrusted: displayed as text only. */
export async function saveLog(
  { db, clock }: { db: Db; clock: Clock },
  { alias, message, data = null }: { alias: string; message: string; data?: unknown },
) {
  const subjectId = await findOpenCard(db, alias)
  if (!subjectId) throw problem('card-not-found')
  if (JSON.stringify(data).length > dataMax)
    throw problem('input-invalid', { issues: [fieldIssue('data', 'dataTooLong', { limit: dataMax })] })
  const received = clock.now()
  await insertLog(db, { subjectId, id: newId(received.getTime()), received, message, data })
}
