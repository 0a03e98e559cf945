import type { Db } from '#server/database/database.ts'
import { isSpent, spend } from '#server/database/spend.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Settings } from '#server/settings.ts'
import { presentChangeMail } from './present-change-mail.ts'
import { readAccount } from '../read-account.ts'

type Needs = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000

/** Tells an account's mailbox that another way in was opened, closed or changed: whoever did it may not be who reads it. */
export function mailChange({ db, clock, mailer, settings }: Needs): Job<'accounts.mail-change'> {
  const { publicUrl, productName } = settings
  return {
    name: 'accounts.mail-change',
    async run({ accountId, change, changeId }) {
      const account = await readAccount(db, accountId)
      if (!account || (await isSpent(db, 'change-mail', changeId))) return
      const { email, language } = account
      await mailer.send({ to: email, ...presentChangeMail(change, { language, productName, address: `${publicUrl}/account/forgot` }) })
      await spend(db, 'change-mail', changeId, new Date(clock.now().getTime() + weekMs))
    },
  }
}
