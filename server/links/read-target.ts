import { readLinkState, type LinkState } from '#server/cards/public/read-link-state.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { fromStored } from './stored-link.ts'
import type { ShortLink } from './tables.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }
type Target = { state: LinkState | 'switched-off'; longUrl: string }

/** The current target of a short link, and its state. */
export async function readTarget(needs: Needs, link: ShortLink): Promise<Target> {
  if (link.switchedOffAt) return { state: 'switched-off', longUrl: '' }
  let found: Target = { state: 'not-own', longUrl: '' }
  for (const longUrl of fromStored(link, needs.settings.publicUrl)) {
    const state = await readLinkState(needs, link.subjectId, longUrl)
    if (state === 'own') return { state, longUrl }
    if (found.state === 'not-own') found = { state, longUrl }
  }
  return found
}
