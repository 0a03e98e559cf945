import { TypedCardFields, type CardFields } from '#contract/cards/stored-card.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { setPlan, type ChosenPlan, type PlanLengths } from '#server/billing/orders/set-plan.ts'
import type { Db } from '#server/database/database.ts'
import { parseFields } from '../editor/parse-fields.ts'
import { createCard } from './create-card.ts'

type NewCard = { alias: string; fullName: string; owner?: string | null } & CardFields

/** A card with its plan and, by email, its owner, whose account is created if there is none. */
export async function createCardFor(
  tx: Db,
  { alias, owner = null, fullName, ...fields }: NewCard,
  plan: ChosenPlan,
  { now, lengths }: { now: Date; lengths: PlanLengths },
): Promise<{ id: string; alias: string }> {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
  const card = await createCard(tx, { alias, firstName, lastName: rest.join(' '), fullName, ...parseFields(fields, TypedCardFields) }, now)
  await setPlan(tx, card.id, plan, { now, lengths })
  if (owner !== null) await addOwner(tx, { subjectId: card.id, email: owner, name: fullName }, now)
  return card
}
