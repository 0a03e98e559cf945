import type { Changes, Tell } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'
import type { AsOf, Billing, ProviderSubscription } from '#server/outside/billing.ts'
import { isSame, snapshotOf, type Snapshot } from './fold-events.ts'
import { holdPayers, listSnapshots } from './provider-store.ts'
import { writeTold, type TellingNeeds } from './write-told.ts'

type Read = AsOf<ProviderSubscription>
type Needs = TellingNeeds & { changes: Changes; billing: Billing }

/** Writes what the provider has just answered about a card’s subscription; false where it is another card’s, or nobody’s. */
export async function noteSubscription(needs: Needs, subjectId: string, read: Read): Promise<boolean> {
  const { provider } = needs.billing
  if (!provider) return false
  return needs.changes.write(async (tx, tell) => {
    const [payer] = await holdPayers(tx, provider.name, [read.it.customerId])
    if (payer?.subjectId !== subjectId) return false
    await writeReads(tx, tell, needs, provider.name, [read])
    return true
  })
}

/** What became of one that was read: it may say the same as before, or be nobody’s here. */
export type Compared = { id: string; subjectId: string | null; before: Snapshot | null; after: Snapshot | null }

/** Writes what was read, where nothing newer was told meanwhile. In the same second it is believed over what was told: it was asked for. */
export async function writeReads(
  tx: Db,
  tell: Tell,
  needs: TellingNeeds,
  provider: string,
  reads: readonly Read[],
): Promise<Compared[]> {
  const payers = await holdPayers(tx, provider, [...new Set(reads.map(({ it }) => it.customerId))])
  const cards = new Map(payers.map(({ customerId, subjectId }) => [customerId, subjectId]))
  const known = Map.groupBy(await listSnapshots(tx, [...cards.values()]), ({ subjectId }) => subjectId) as Map<string, Snapshot[]>
  const changed: Snapshot[] = []
  const compared = reads.map(({ it, at }): Compared => {
    const subjectId = cards.get(it.customerId) ?? null
    if (subjectId === null) return { id: it.id, subjectId, before: null, after: null }
    const ofCard = known.get(subjectId) ?? []
    const before = ofCard.find(({ id }) => id === it.id) ?? null
    const after = snapshotOf(it, at, { subjectId, provider, customerId: it.customerId })
    if (before && before.toldAt > at) return { id: it.id, subjectId, before, after: before }
    changed.push(after)
    known.set(subjectId, [...ofCard.filter(({ id }) => id !== it.id), after])
    return { id: it.id, subjectId, before, after: before && isSame(before, after) ? before : after }
  })
  await writeTold(tx, tell, needs, { changed, all: known })
  return compared
}
