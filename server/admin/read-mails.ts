import type { OutboxMail } from '#contract/admin/admin.ts'
import { assertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { listOutbox, readOutboxMail } from '#server/integrations/mail/read-outbox.ts'
import type { Settings } from '#server/settings.ts'
import { auditSubjectOf } from './audit-subject-of.ts'
import { pageSize, cutPage } from './cut-page.ts'

type MailSettings = Pick<Settings, 'dataDir' | 'smtpUrl'>

/** Emails stored because no mail server is configured. With one, older emails may remain. */
export async function listMails({ dataDir, smtpUrl }: MailSettings, before: string | undefined) {
  const { visible, next } = cutPage(await listOutbox(dataDir, { before, limit: pageSize + 1 }), ({ id }) => id)
  return { isSent: Boolean(smtpUrl), mails: visible, next }
}

type Deps = { db: Db; changes: Changes; clock: Clock; settings: MailSettings }

/** One email as text. Reading it is recorded in the audit log, and so is reading its links, with whom they log in. */
export async function readMail(
  { db, changes, clock, settings }: Deps,
  caller: Caller,
  { id, withLinks }: { id: string; withLinks: boolean },
): Promise<OutboxMail> {
  if (withLinks) {
    // The outbox is the only way to them while no email is sent. An unattended screen must not be enough.
    if (settings.smtpUrl) throw problem('conflict', { detail: 'A mail server is set: people get their links by email.' })
    if (caller.kind === 'owner') await assertRecentLogin({ db, clock }, caller)
  }
  const mail = await readOutboxMail(settings.dataDir, id)
  if (!mail) throw problem('not-found')
  const actor = await readActor(db, caller)
  const address = addressIn(mail.to)
  // A sign-up or a change of email is mailed to an address without an account.
  const recipient = withLinks ? ((await auditSubjectOf(db, address)) ?? { detail: { account: address.toLowerCase() } }) : null
  const done = {
    ...recipient,
    act: withLinks ? ('mail.links' as const) : ('mail.read' as const),
    detail: { mail: id, ...recipient?.detail },
  }
  await changes.write((tx) => writeAuditEntry(tx, actor, done, clock.now()))
  return withLinks ? mail : { ...mail, text: hideWaysIn(mail.text) }
}

/** Of a recipient as emails have it: `Bo <bo@example.com>`. */
const addressIn = (to: string): string => /<([^<>]*)>\s*$/.exec(to)?.[1] ?? to

/** Masks login tokens and claim codes: an administrator sees that the email has one, not its value. */
const hideWaysIn = (text: string): string =>
  text.replace(/([?&#](?:token|code)=)[\w.~%-]+/gi, '$1…').replace(/^[ \t]*[A-Z]{4}-[A-Z]{4}[ \t]*$/gm, '…')
