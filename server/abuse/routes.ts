import type { Db } from '#server/database/database.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { readReportForm, submitReport } from './submit-report.ts'

type Deps = { db: Db; clock: Clock; captcha: Captcha }

export function abuseRoutes(deps: Deps) {
  return {
    'abuse.form': ({ caller, params }) => readReportForm(deps, caller, params.alias),
    'abuse.report': ({ caller, input }) => submitReport(deps, caller, input),
  } satisfies Partial<Handlers>
}
