import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import { readReport } from './read-report.ts'
import { saveLog } from './save-log.ts'
import { trackVisits, type VisitDeps } from './track-visits.ts'

const done = { success: 1, message: '' } as const

export function visitRoutes(deps: VisitDeps & PlanReader & { reportDb: Db }) {
  return {
    async 'visits.track'({ input, request, caller }) {
      await trackVisits(deps, input, { request, caller })
      return done
    },

    'visits.report': ({ caller, input }) => readReport(deps, caller, input),
    async 'visits.log'({ input }) {
      await saveLog(deps, input)
      return done
    },
  } satisfies Partial<Handlers>
}
