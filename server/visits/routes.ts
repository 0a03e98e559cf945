import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import { readReport } from './read-report.ts'
import { saveLog } from './save-log.ts'
import { trackVisits, type VisitDeps } from './track-visits.ts'

export function visitRoutes(deps: VisitDeps & PlanReader & { reportDb: Db }) {
  return {
    'visits.track': ({ input, request, caller }) => trackVisits(deps, input, { request, caller }),

    'visits.report': ({ caller, input }) => readReport(deps, caller, input),
    'visits.log': ({ input }) => saveLog(deps, input),
  } satisfies Partial<Handlers>
}
