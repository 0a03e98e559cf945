import { permissions, type Permission } from '#contract/permissions.ts'
import { plans, type PlanCode } from '#contract/billing/plans.ts'

type Sources = { plan: PlanCode; granted: readonly Permission[]; revoked: readonly Permission[] }

/**
 * The plan's permissions plus granted minus revoked ones. Some numbers contain the bits of other permissions, so a permission that would
 * restore a revoked one is removed too.
 */
export function cardRights({ plan, granted, revoked }: Sources): Set<Permission> {
  const rights = new Set<Permission>([...plans[plan], ...granted])
  return new Set([...rights].filter((right) => !revoked.some((taken) => carries(right, taken))))
}

function carries(right: Permission, taken: Permission): boolean {
  return (permissions[right] & permissions[taken]) === permissions[taken]
}
