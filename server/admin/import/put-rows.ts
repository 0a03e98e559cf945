import { addOwner } from '#server/accounts/add-owner.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import { addService } from '#server/cards/editor/change-services.ts'
import { createCard } from '#server/cards/owned/create-card.ts'
import type { Tell } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { wordsOf, type GoodRow, type RowFault } from './read-row.ts'

/** When the cards are made, and how long what they begin with lasts. */
export type At = { now: Date; lengths: PlanLengths }

/** Whether an act said no, rather than broke. */
export const isRefusal = (error: unknown): boolean => typeof error === 'object' && error !== null && 'problem' in error

/** Makes these cards with what belongs to them. Throws at the first that cannot be made. */
export async function putRows(tx: Db, rows: readonly GoodRow[], tell: Tell, at: At): Promise<void> {
  for (const row of rows) await putRow(tx, row, tell, at)
}

/** The same, each by itself: one that cannot be made, because somebody took its alias a moment ago, leaves the others. */
export async function putRowsOneByOne(tx: Db, rows: readonly GoodRow[], tell: Tell, at: At): Promise<RowFault[]> {
  const faults: RowFault[] = []
  for (const row of rows) {
    try {
      await tx.transaction((inner) => putRow(inner, row, tell, at))
    } catch (error) {
      faults.push({ line: row.line, field: 'alias', message: wordsOf(error) })
    }
  }
  return faults
}

async function putRow(tx: Db, { alias, fields, plan, owner, services }: GoodRow, tell: Tell, at: At): Promise<void> {
  const { id } = await createCard(tx, { alias, ...fields }, at.now)
  if (plan.plan !== 'FREE') await setPlan(tx, id, plan, at)
  if (owner !== null) await addOwner(tx, { subjectId: id, email: owner, name: fields.fullName ?? '' }, at.now)
  for (const service of services) await addService(tx, id, service)
  tell(`card:${id}`)
}
