import { randomBytes } from 'node:crypto'
import { readAccount } from '#server/accounts/read-account.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Settings } from '#server/settings.ts'
import { hashToken } from './keep-account.ts'
import { findLeaving, putToken } from './leaving-store.ts'
import { presentLeavingMail } from './present-leaving-mail.ts'

type Needs = { db: Db; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** The way back, by mail. Done twice, the second link ends the first. */
export function mailLeaving({ db, mailer, settings }: Needs): Job<'privacy.mail-leaving'> {
  return {
    name: 'privacy.mail-leaving',
    async run({ accountId }) {
      const [account, leaving] = await Promise.all([readAccount(db, accountId), findLeaving(db, accountId)])
      if (!account || !leaving) return
      const token = randomBytes(32).toString('base64url')
      if (!(await putToken(db, accountId, hashToken(token)))) return
      await mailer.send({
        to: account.email,
        ...presentLeavingMail({
          language: account.language,
          productName: settings.productName,
          goesAt: leaving.goesAt,
          address: `${settings.publicUrl}/account/privacy?token=${token}`,
        }),
      })
    },
  }
}
