import { permissions, type Permission } from '#contract/permissions.ts'
import { plans, type PlanCode } from '#contract/billing/plans.ts'

type Sources = { plan: PlanCode; granted: readonly Permission[]; revoked: readonly Permission[] }

/**
 * The plan's rights and what the operator adds, less what the operator takes. Some numbers carry the bits of other
 * rights, so whatever would bring a taken right back goes with it.
 */
export function cardRights({ plan, granted, revoked }: Sources): Set<Permission> {
  const wanted = new Set<Permission>([...plans[plan], ...granted])
  return new Set([...wanted].filter((right) => !revoked.some((taken) => carries(right, taken))))
}

function carries(right: Permission, taken: Permission): boolean {
  return (permissions[right] & permissions[taken]) === permissions[taken]
}
