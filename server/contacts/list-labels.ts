import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { listLabelNames } from './contact-store.ts'
import type { OwnDeps } from './search-contacts.ts'

/** The labels of a card: those it adds to new contacts, and those in use. */
export async function listLabels(deps: OwnDeps & { settings: { productName: string } }, caller: Caller, alias?: string): Promise<string[]> {
  const { subject } = await readOwnCard(deps, caller, alias)
  const added = subject.settings.connectClientsSetting?.applyTags ?? deps.settings.productName
  const used = await listLabelNames(deps.db, subject.id)
  return [...new Set([...added.split(',').flatMap((label) => label.trim() || []), ...used])]
}
