import { permissionBits, type Permission } from '#contract/permissions.ts'
import { readPlan, type PlanReader } from '#server/billing/orders/read-plan.ts'
import { cardRights } from './card-rights.ts'
import type { Subject } from '../tables.ts'

/** A card's permissions: the plan's, plus granted, minus revoked ones. */
export async function readRights(deps: PlanReader, { id, grantedRights, revokedRights }: Subject): Promise<number> {
  const { plan } = await readPlan(deps, id)
  return permissionBits(cardRights({ plan, granted: grantedRights, revoked: revokedRights }))
}

/** The same by name. */
export const listRights = (sources: Parameters<typeof cardRights>[0]): Permission[] => [...cardRights(sources)]
