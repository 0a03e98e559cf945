import type { MailStep } from '#contract/admin/admin.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Dns } from '#server/integrations/guard/dns.ts'
import { testMail, type MailTestOptions } from '#server/integrations/mail/test-mail.ts'
import type { Settings } from '#server/settings.ts'

type Deps = { db: Db; changes: Changes; clock: Clock; settings: Settings; dns: Dns }

/** A person waits, and proxies give up after a minute: a test takes at most eleven of these. */
const timeoutMs = 5000

/** Sends a test email. It is recorded first: a test that is interrupted may have been sent. */
export async function sendTestMail(deps: Deps, caller: Caller, options: MailTestOptions): Promise<MailStep[]> {
  const { db, changes, clock } = deps
  const actor = await readActor(db, caller)
  await changes.write((tx) => writeAuditEntry(tx, actor, { act: 'mail.test' }, clock.now()))
  return Array.fromAsync(testMail({ ...deps, timeoutMs }, options))
}
