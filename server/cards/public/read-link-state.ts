import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { isBlocked } from '../editor/block-host.ts'
import { findSubject, findSwitches } from '../card-store.ts'
import { hasLink, ownPage } from './find-link-owner.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'

type Needs = { db: Db; clock: Clock; settings: { publicUrl: string } }
export type LinkState = 'own' | 'card-off' | 'not-own' | 'blocked'

/** Whether a link that was a card's is one still: its owner may have taken it away, an operator its card or its host. */
export async function readLinkState(needs: Needs, subjectId: string, link: string): Promise<LinkState> {
  const subject = await findSubject(needs.db, subjectId)
  if (!subject || isSwitchedOff(subject)) return 'card-off'
  const alias = ownPage(link, needs.settings.publicUrl)
  // The address may be somebody else's by now; under each of its own the card is the same one.
  if (alias !== null) return (await findSwitches(needs.db, alias))?.id === subjectId ? 'own' : 'not-own'
  if (await isBlocked(needs.db, link)) return 'blocked'
  return (await hasLink(needs, subjectId, link)) ? 'own' : 'not-own'
}
