import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { isBlocked } from '../editor/block-host.ts'
import { findSubject, findSwitches } from '../card-store.ts'
import { hasLink, ownPage } from './find-link-owner.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'

type Deps = PlanReader & { settings: { publicUrl: string } }
export type LinkState = 'own' | 'card-off' | 'not-own' | 'blocked'

/** Whether a link still belongs to a card: the owner may have removed it, an administrator blocked its host or taken down the card. */
export async function readLinkState(deps: Deps, subjectId: string, link: string): Promise<LinkState> {
  const subject = await findSubject(deps.db, subjectId)
  if (!subject || isSwitchedOff(subject)) return 'card-off'
  const alias = ownPage(link, deps.settings.publicUrl)
  // The alias may belong to another card by now; a card can have several aliases.
  if (alias !== null) return (await findSwitches(deps.db, alias))?.id === subjectId ? 'own' : 'not-own'
  if (await isBlocked(deps.db, link)) return 'blocked'
  return (await hasLink(deps, subjectId, link)) ? 'own' : 'not-own'
}
