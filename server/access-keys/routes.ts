import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createKey, listKeys, revokeKey } from './manage-keys.ts'

export function accessKeyRoutes(deps: PlanReader & { log: Log; jobs: Jobs }) {
  return {
    'accessKeys.list': ({ caller, query }) => listKeys(deps, caller, query.alias),
    'accessKeys.create': ({ caller, input }) => createKey(deps, caller, input),
    'accessKeys.revoke': ({ caller, input }) => revokeKey(deps, caller, input),
  } satisfies Partial<Handlers>
}
