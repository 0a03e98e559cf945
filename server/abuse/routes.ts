import type { Db } from '#server/db/database.ts'
import type { Handlers } from '#server/http/mount.ts'
import type { Captcha } from '#server/outside/captcha.ts'
import type { Clock } from '#server/outside/clock.ts'
import { readForm } from './read-form.ts'
import { submitReport } from './submit-report.ts'

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
