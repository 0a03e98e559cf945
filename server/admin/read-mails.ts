import type { OutboxMail } from '#contract/admin/operator.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAct } from '#server/audit/write-act.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { listOutbox, readOutboxMail } from '#server/integrations/mail/read-outbox.ts'
import type { Settings } from '#server/settings.ts'
import { atOnce, paged } from './page-size-policy.ts'

type MailSettings = Pick<Settings, 'dataDir' | 'smtpUrl'>

/** What was written for want of a mail server. With one, old letters may still lie here. */
export async function listMails({ dataDir, smtpUrl }: MailSettings, before: string | undefined) {
  const { shown, next } = paged(await listOutbox(dataDir, { before, limit: atOnce + 1 }), ({ id }) => id)
  return { isSent: Boolean(smtpUrl), mails: shown, next }
}

type Needs = { db: Db; changes: Changes; clock: Clock; settings: MailSettings }

/** One letter as text. It is somebody’s: that it was read is written down. */
export async function readMail({ db, changes, clock, settings }: Needs, caller: Caller, id: string): Promise<OutboxMail> {
  const mail = await readOutboxMail(settings.dataDir, id)
  if (!mail) throw problem('not-found')
  const actor = await readActor(db, caller)
  await changes.write((tx) => writeAct(tx, actor, { act: 'mail.read', detail: { mail: id } }, clock.now()))
  return { ...mail, text: hideWaysIn(mail.text) }
}

/** Whoever has a sign-in address is that person, and whoever has a code gets the card: the letter shows that there is one, and not which. */
const hideWaysIn = (text: string): string =>
  text.replace(/([?&#](?:token|code)=)[\w.~%-]+/gi, '$1…').replace(/^[ \t]*[A-Z]{4}-[A-Z]{4}[ \t]*$/gm, '…')
