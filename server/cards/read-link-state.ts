import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { isBlocked } from './blocked-host-store.ts'
import { findSubject } from './card-store.ts'
import { hasLink, ownPage } from './find-link-owner.ts'
import { isSwitchedOff } from './off-policy.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }
export type LinkState = 'own' | 'card-off' | 'not-own' | 'blocked'

/** Whether a link that was a card's is one still: its owner may have taken it away, an operator its card or its host. */
export async function readLinkState(needs: Needs, subjectId: string, link: string): Promise<LinkState> {
  // A page of the card says itself what became of the card.
  if (ownPage(link, needs.settings.publicUrl) !== null) return 'own'
  const subject = await findSubject(needs.db, subjectId)
  if (!subject || isSwitchedOff(subject)) return 'card-off'
  if (await isBlocked(needs.db, link)) return 'blocked'
  return (await hasLink(needs, subjectId, link)) ? 'own' : 'not-own'
}
