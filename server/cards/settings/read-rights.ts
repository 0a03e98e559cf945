import { numberOf, type Permission } from '#contract/permissions.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { cardRights } from './card-rights.ts'
import type { Subject } from '../tables.ts'

/** What a card may do: by its plan, and by what the operator grants and takes. */
export async function readRights(needs: { db: Db; clock: Clock }, { id, grantedRights, revokedRights }: Subject): Promise<number> {
  const { plan } = await readPlan(needs, id)
  return numberOf(cardRights({ plan, granted: grantedRights, revoked: revokedRights }))
}

/** By name: what follows from a plan, what is granted beside it and what is taken away. */
export const listRights = (sources: Parameters<typeof cardRights>[0]): Permission[] => [...cardRights(sources)]
