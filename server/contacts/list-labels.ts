import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { listLabelNames } from './contact-store.ts'
import type { OwnNeeds } from './search-contacts.ts'

/** Labels that contacts of one's card may carry: those it has given, and those it gives to whoever comes next. */
export async function listLabels(
  needs: OwnNeeds & { settings: { productName: string } },
  caller: Caller,
  alias?: string,
): Promise<string[]> {
  const { subject } = await readOwnCard(needs, caller, alias)
  const next = subject.settings.connectClientsSetting?.applyTags ?? needs.settings.productName
  const given = await listLabelNames(needs.db, subject.id)
  return [...new Set([...next.split(',').flatMap((label) => label.trim() || []), ...given])]
}
