import { addOwner } from '#server/accounts/add-owner.ts'
import { setPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import { addService } from '#server/cards/editor/change-services.ts'
import { createCard } from '#server/cards/owned/create-card.ts'
import type { PublishChange } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { issueOfProblem, type GoodRow, type RowIssue } from './read-row.ts'

/** When the cards are created, and the lengths of their plans. */
export type PlanStart = { now: Date; lengths: PlanLengths }

/** Creates these cards with owners, plans and links. Throws at the first that is refused. */
export async function insertRows(tx: Db, rows: readonly GoodRow[], publish: PublishChange, at: PlanStart): Promise<void> {
  for (const row of rows) await insertRow(tx, row, publish, at)
}

/** Creates each card in a savepoint of its own: one that is refused, such as for an alias taken a moment ago, leaves the others. */
export async function insertRowsOneByOne(tx: Db, rows: readonly GoodRow[], publish: PublishChange, at: PlanStart): Promise<RowIssue[]> {
  const issues: RowIssue[] = []
  for (const row of rows) {
    try {
      await tx.transaction((inner) => insertRow(inner, row, publish, at))
    } catch (error) {
      issues.push({ line: row.line, field: 'alias', ...issueOfProblem(error) })
    }
  }
  return issues
}

async function insertRow(tx: Db, { alias, fields, plan, owner, services }: GoodRow, publish: PublishChange, at: PlanStart): Promise<void> {
  const { id } = await createCard(tx, { alias, ...fields }, at.now)
  if (plan.plan !== 'FREE') await setPlan(tx, id, plan, at)
  if (owner !== null) await addOwner(tx, { subjectId: id, email: owner, name: fields.fullName ?? '' }, at.now)
  for (const service of services) await addService(tx, id, service)
  publish(`card:${id}`)
}
