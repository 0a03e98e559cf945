import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { isConsumed, consume } from '#server/database/consume.ts'
import type { Job, LoginMethodChange } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { readAccount } from '../read-account.ts'

type Deps = { db: Db; clock: Clock; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName' | 'oidcIssuer'> }

const weekMs = 7 * 86_400_000

/** Mails the owner that a login method was added, removed or changed, in case it wasn't them. */
export function mailChange({ db, clock, mailer, settings }: Deps): Job<'accounts.mail-change'> {
  const { publicUrl, productName, oidcIssuer } = settings
  // At an identity provider there is no password to reset.
  const address = oidcIssuer === '' ? `${publicUrl}/account/forgot` : null
  return {
    name: 'accounts.mail-change',
    async run({ accountId, change, changeId }) {
      const account = await readAccount(db, accountId)
      if (!account || (await isConsumed(db, 'change-mail', changeId))) return
      const { email, language } = account
      await mailer.send({ to: email, ...changeMail(change, { language, productName, address }) })
      await consume(db, 'change-mail', changeId, new Date(clock.now().getTime() + weekMs))
    },
  }
}

export function changeMail(
  change: LoginMethodChange,
  { language, productName, address }: { language: string; productName: string; address: string | null },
): RenderedMail {
  const t = translateTo(language)
  // After a takeover a new password would give an administrator's account to the reader of this mailbox.
  const resetAddress = change === 'taken-over' ? null : address
  return renderMail({
    productName,
    subject: t(`mail.${change}.subject`, { product: productName }),
    lines: [t(`mail.${change}.body`), t('mail.change.expected')],
    ...(resetAddress && { button: { label: t('mail.change.button'), address: resetAddress } }),
    foot: t(resetAddress ? 'mail.change.foot' : 'mail.email-changed.foot'),
  })
}

/** Queues the mail in the transaction of the change; each change is mailed once. */
export async function queueChangeMail(tx: Db, jobs: Jobs, accountId: string, change: LoginMethodChange): Promise<void> {
  const changeId = newId()
  await jobs.enqueue(tx, 'accounts.mail-change', { accountId, change, changeId }, { key: changeId })
}
