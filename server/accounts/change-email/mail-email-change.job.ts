import { randomBytes } from 'node:crypto'
import { consume, isConsumed } from '#server/database/consume.ts'
import { countMail } from '#server/database/count-mail.ts'
import type { Db } from '#server/database/database.ts'
import { hashToken } from '#server/common/hash-token.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Mailer } from '#server/integrations/mail.ts'
import { renderMail, type RenderedMail } from '#server/integrations/render-mail.ts'
import type { Job, JobData } from '#server/jobs/job.ts'
import { mailboxOf } from '#server/common/mailbox-of.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Settings } from '#server/settings.ts'
import { findAccount, findAccountByEmail } from '../account-store.ts'
import { linkMailsPerDayMax } from '../mailed-links/mail-link.job.ts'
import { findEmailChange, setToken } from './email-change-store.ts'

type Deps = { db: Db; clock: Clock; log: Log; mailer: Mailer; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const weekMs = 7 * 86_400_000
const tokenBytes = 32

/** Mails the link to the new address, and to the previous one what was requested, and what was done. */
export function mailEmailChange({ db, clock, log, mailer, settings }: Deps): Job<'accounts.mail-email-change'> {
  return {
    name: 'accounts.mail-email-change',
    async run(data) {
      const mailId = `${data.changeId} ${data.kind}`
      if (await isConsumed(db, 'email-change-mail', mailId)) return
      const mail = await writeMail(data)
      if (!mail) return
      await mailer.send(mail)
      await consume(db, 'email-change-mail', mailId, new Date(clock.now().getTime() + weekMs))
    },
  }

  async function writeMail({ accountId, kind, changeId, language, oldEmail }: JobData['accounts.mail-email-change']) {
    const account = await findAccount(db, accountId)
    if (!account) return null
    const write = (mail: Parameters<typeof emailChangeMail>[0], newEmail: string, path: string) =>
      emailChangeMail(mail, {
        language: account.language || language,
        productName: settings.productName,
        newEmail,
        address: `${settings.publicUrl}${path}`,
      })
    if (kind === 'changed') return oldEmail ? { to: oldEmail, ...write('changed', account.email, '') } : null
    // None if it was canceled, or confirmed already.
    const change = await findEmailChange(db, accountId, clock.now())
    if (!change) return null
    const { newEmail } = change
    if (kind === 'notice') return { to: account.email, ...write('notice', newEmail, '/account/forgot') }
    // A retry counts as the same mail.
    const isFirstTry = await consume(db, 'email-change-try', changeId, new Date(clock.now().getTime() + weekMs))
    if (isFirstTry && (await countMail(db, mailboxOf(newEmail), clock.now())) > linkMailsPerDayMax) {
      log.info('mail-not-sent', { reason: 'daily-limit' })
      return null
    }
    if (await findAccountByEmail(db, newEmail)) return { to: newEmail, ...write('taken', newEmail, '/account/login') }
    const token = randomBytes(tokenBytes).toString('base64url')
    if (!(await setToken(db, change, hashToken(token)))) return null
    return { to: newEmail, ...write('link', newEmail, `/account/details?token=${token}`) }
  }
}

export function emailChangeMail(
  kind: 'link' | 'taken' | 'notice' | 'changed',
  { language, productName, newEmail, address }: { language: string; productName: string; newEmail: string; address: string },
): RenderedMail {
  const t = translateTo(language)
  const facts = { product: productName, email: newEmail }
  const buttons = { link: 'mail.sign-up.button', taken: 'login.button', notice: 'mail.change.button', changed: null } as const
  const feet = {
    link: 'mail.link.foot',
    taken: 'mail.link.foot',
    notice: 'mail.email-notice.foot',
    changed: 'mail.email-changed.foot',
  } as const
  const button = buttons[kind]
  return renderMail({
    productName,
    subject: t(`mail.email-${kind}.subject`, facts),
    lines: [t(`mail.email-${kind}.body`, facts), ...(kind === 'notice' ? [t('mail.change.expected')] : [])],
    ...(button && { button: { label: t(button), address } }),
    foot: t(feet[kind]),
  })
}
