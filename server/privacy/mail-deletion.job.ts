import { randomBytes } from 'node:crypto'
import { readAccount } from '#server/accounts/read-account.ts'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { formatDay, translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { findDeletionRequest, setToken } from './deletion-store.ts'

type Deps = { db: Db; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

/** Mails the link that cancels the deletion. If it runs twice, the second link replaces the first. */
export function mailDeletion({ db, mailer, settings }: Deps): Job<'privacy.mail-deletion'> {
  return {
    name: 'privacy.mail-deletion',
    async run({ accountId }) {
      const [account, deletion] = await Promise.all([readAccount(db, accountId), findDeletionRequest(db, accountId)])
      if (!account || !deletion) return
      const token = randomBytes(32).toString('base64url')
      if (!(await setToken(db, accountId, hashToken(token)))) return
      await mailer.send({
        to: account.email,
        ...deletionMail({
          language: account.language,
          productName: settings.productName,
          deletesAt: deletion.deletesAt,
          address: `${settings.publicUrl}/account/privacy?token=${token}`,
        }),
      })
    },
  }
}

type MailInput = { language: string; productName: string; deletesAt: Date; address: string }

function deletionMail({ language, productName, deletesAt, address }: MailInput): RenderedMail {
  const t = translateTo(language)
  const day = formatDay(language, deletesAt)
  return renderMail({
    productName,
    subject: t('mail.deletion.subject', { product: productName, day }),
    lines: [t('mail.deletion.body', { day }), t('mail.deletion.undo')],
    button: { label: t('privacy.cancelDeletion'), address },
    foot: t('mail.deletion.foot'),
  })
}
