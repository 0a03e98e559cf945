import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createKey, listKeys, revokeKey } from './manage-keys.ts'

export function accessKeyRoutes(deps: PlanReader & { log: Log; jobs: Jobs }) {
  return {
    'accessKeys.list': ({ caller, query }) => listKeys(deps, caller, query.alias),
    'accessKeys.create': ({ caller, input }) => createKey(deps, caller, input),
    async 'accessKeys.revoke'({ caller, input }) {
      await revokeKey(deps, caller, input)
      return { success: 1, message: '' }
    },
  } satisfies Partial<Handlers>
}
