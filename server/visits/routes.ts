import type { Db } from '#server/database/database.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import { readReport } from './read-report.ts'
import { takeLog } from './take-log.ts'
import { trackVisits, type VisitNeeds } from './track-visits.ts'

const done = { success: 1, message: '' } as const

export function visitRoutes(needs: VisitNeeds & { reportDb: Db }) {
  return {
    async 'visits.track'({ input, request, caller }) {
      await trackVisits(needs, input, { request, caller })
      return done
    },

    'visits.report': ({ caller, input }) => readReport(needs, caller, input),
    async 'visits.log'({ input }) {
      await takeLog(needs, input)
      return done
    },
  } satisfies Partial<Handlers>
}
