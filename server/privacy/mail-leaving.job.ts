import { randomBytes } from 'node:crypto'
import { readAccount } from '#server/accounts/read-account.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { drawLetter, type Letter } from '#server/integrations/draw-letter.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { formatDay, translateTo } from '#server/messages.ts'
import type { Settings } from '#server/settings.ts'
import { hashToken } from '#server/hash-token.ts'
import { findLeaving, putToken } from './leaving-store.ts'

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
        ...leavingMail({
          language: account.language,
          productName: settings.productName,
          goesAt: leaving.goesAt,
          address: `${settings.publicUrl}/account/privacy?token=${token}`,
        }),
      })
    },
  }
}

type Facts = { language: string; productName: string; goesAt: Date; address: string }

function leavingMail({ language, productName, goesAt, address }: Facts): Letter {
  const t = translateTo(language)
  const day = formatDay(language, goesAt)
  return drawLetter({
    productName,
    subject: t('mail.leaving.subject', { product: productName, day }),
    lines: [t('mail.leaving.body', { day }), t('mail.leaving.undo')],
    button: { label: t('privacy.keep'), address },
    foot: t('mail.leaving.foot'),
  })
}
