import type { Db } from '#server/database/database.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Captcha } from '#server/integrations/captcha.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { readForm, submitReport } from './submit-report.ts'

type Needs = { db: Db; clock: Clock; captcha: Captcha }

export function abuseRoutes(needs: Needs) {
  return {
    'abuse.form': ({ caller, params }) => readForm(needs, caller, params.alias),
    async 'abuse.report'({ caller, input }) {
      await submitReport(needs, caller, input)
      return { success: 1, message: '' }
    },
  } satisfies Partial<Handlers>
}
