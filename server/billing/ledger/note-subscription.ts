import type { Changes, Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { AsOf, Billing, ProviderSubscription } from '#server/integrations/billing.ts'
import { isSame, snapshotOf, type Snapshot } from '../events/fold-events.ts'
import { holdPayers, listSnapshots } from '../provider/provider-store.ts'
import { writeTold, type TellingNeeds } from '../events/write-told.ts'

type Read = AsOf<ProviderSubscription>
type Needs = TellingNeeds & { changes: Changes; billing: Billing }

/** Writes what the provider has just answered about a card’s subscription; false where it is another card’s, or nobody’s. */
export async function noteSubscription(needs: Needs, subjectId: string, read: Read): Promise<boolean> {
  const { provider } = needs.billing
  if (!provider) return false
  return needs.changes.write(async (tx, tell) => {
    const [payer] = await holdPayers(tx, provider.name, [read.it.customerId])
    if (payer?.subjectId !== subjectId) return false
    await writeReads(tx, tell, needs, provider.name, { reads: [read] })
    return true
  })
}

/** What became of one that was read: it may say the same as before, be nobody’s here, or not be believed. */
export type Compared = {
  id: string
  subjectId: string | null
  before: Snapshot | null
  after: Snapshot | null
  isBelieved: boolean
  endedAt: Date | null
}

type Row = Awaited<ReturnType<typeof listSnapshots>>[number]
/** Whether what was read is newer than what is known. Of what is not known yet nobody asks. */
type Believe = (known: Row, read: Read) => boolean

/** Writes what was read. In the same second it is believed over what was told: it was asked for. */
export async function writeReads(
  tx: Db,
  tell: Tell,
  needs: TellingNeeds,
  provider: string,
  { reads, believe = (known, { at }) => known.toldAt <= at }: { reads: readonly Read[]; believe?: Believe },
): Promise<Compared[]> {
  const payers = await holdPayers(tx, provider, [...new Set(reads.map(({ it }) => it.customerId))])
  const cards = new Map(payers.map(({ customerId, subjectId }) => [customerId, subjectId]))
  const rows = new Map((await listSnapshots(tx, [...cards.values()])).map((row) => [`${row.subjectId} ${row.id}`, row]))
  const known = new Map<string, Snapshot>(rows)
  const changed: Snapshot[] = []
  const compared = reads.map((read): Compared => {
    const { it, at } = read
    const { id, endedAt } = it
    const subjectId = cards.get(it.customerId) ?? null
    if (subjectId === null) return { id, endedAt, subjectId, before: null, after: null, isBelieved: true }
    const key = `${subjectId} ${id}`
    const before = rows.get(key) ?? null
    const after = snapshotOf(it, before && before.toldAt > at ? before.toldAt : at, { subjectId, provider, customerId: it.customerId })
    const isTheSame = before !== null && isSame(before, after)
    if (before && !isTheSame && !believe(before, read)) return { id, endedAt, subjectId, before, after: before, isBelieved: false }
    changed.push(after)
    known.set(key, after)
    return { id, endedAt, subjectId, before, after: isTheSame ? before : after, isBelieved: true }
  })
  await writeTold(tx, tell, needs, { changed, all: Map.groupBy(known.values(), ({ subjectId }) => subjectId) })
  return compared
}
