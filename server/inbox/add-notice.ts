import { lockCard } from '#server/database/card-directories.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findSameNotice, insertNotice } from './notice-store.ts'
import type { Notice } from './tables.ts'

type Deps = { changes: Pick<Changes, 'write'>; clock: Clock }

const repeatedMs = 2 * 86_400_000

/** Adds a notice to the inbox of one card, or of all. The same text within two days is the same notice, as for pushes. */
export async function addNotice(
  { changes, clock }: Deps,
  notice: { subjectId: string | null; title: string; body: string },
): Promise<Pick<Notice, 'id' | 'title' | 'body'>> {
  const now = clock.now()
  return changes.write(async (tx) => {
    if (notice.subjectId !== null && !(await lockCard(tx, notice.subjectId))) throw problem('card-not-found')
    const same = await findSameNotice(tx, notice, new Date(now.getTime() - repeatedMs))
    if (same) return same
    const added = { ...notice, id: newId(now.getTime()), sentAt: now }
    await insertNotice(tx, added)
    return added
  })
}
