import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findLink } from './link-store.ts'
import { readTarget } from './read-target.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }

/** Where a short address leads, and whose it is. What was the card's when the code was made must be so still. */
export async function followLink(needs: Needs, code: string): Promise<{ longUrl: string; subjectId: string }> {
  const link = await findLink(needs.db, code)
  if (!link) throw problem('not-found')
  const { state, longUrl } = await readTarget(needs, link)
  if (state !== 'own') throw problem('gone')
  return { longUrl, subjectId: link.subjectId }
}
