import { readCaptureById } from '#server/cards/public/read-capture.ts'
import type { LinkState } from '#server/cards/public/read-link-state.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findLink } from './link-store.ts'
import { readTarget } from './read-target.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }
type Look = { code: string; state: LinkState | 'switched-off'; longUrl: string; alias: string; name: string }

/** Where a short address leads, for somebody who wants to know before they go. Where it leads nowhere, nothing of the address is shown. */
export async function readLink(needs: Needs, code: string): Promise<Look> {
  const link = await findLink(needs.db, code)
  const card = link && (await readCaptureById(needs.db, link.subjectId))
  if (!link || !card) throw problem('not-found')
  const { state, longUrl } = await readTarget(needs, link)
  return { code, state, longUrl: state === 'own' ? longUrl : '', alias: card.alias, name: card.owner }
}
