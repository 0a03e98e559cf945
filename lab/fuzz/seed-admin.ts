import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { insertReport } from '#server/abuse/report-store.ts'
import type { App } from '#server/app.ts'
import { newId } from '#server/database/new-id.ts'
import { outbox } from '#server/integrations/mail/outbox.ts'
import { listOutbox } from '#server/integrations/mail/read-outbox.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

/** What an administrator's pages name in their addresses. */
export type SeededRows = {
  importId: string
  newImportId: string
  mailId: string
  jobId: string
  reportId: string
  invitationId: string
  hostOf: string
  name: string
}

const nothingElse = { disableFileAccess: true, disableUrlAccess: true } as const

type CardOwner = { id: string; alias: string; accountId: string }

/** Everything on the admin pages that others wrote: reports, failed jobs, emails, import errors, reasons and audit rows, each with every word. */
export async function seedAdmin(
  { deps }: Pick<App, 'deps'>,
  { id, alias, accountId }: CardOwner,
  words: readonly string[],
): Promise<SeededRows> {
  const { db, jobs, changes, settings } = deps
  const now = deps.clock.now()
  const fresh = () => newId(now.getTime())
  const importId = fresh()
  const newImportId = fresh()
  const invitationId = fresh()
  const tail = importId.slice(-12)
  const rows = [
    sql`insert into card_import (id, created_at, updated_at, account_id, actor, name, encoding, takes, state, lines, good, broken, problem)
      values (${importId}, now(), now(), ${accountId}, ${words[0]}, ${words[0]}, 'utf-8', 'good', 'checked', 2, 1, 1, ${words[1]})`,
    sql`insert into card_import (id, created_at, updated_at, account_id, actor, name, encoding, takes, state)
      values (${newImportId}, now(), now(), ${accountId}, ${words[0]}, ${words[0]}, 'utf-8', 'good', 'arriving')`,
    sql`insert into invitation (id, token_hash, note, max_uses, created_at, expires_at)
      values (${invitationId}, ${randomBytes(32)}, ${words.join(' ').slice(0, 200)}, 1, now(), '2099-01-01')`,
    ...words.flatMap((word, at) => [
      sql`insert into card_import_fault (import_id, id, line, field, message) values (${importId}, ${fresh()}, ${at}, ${word}, ${word})`,
      sql`insert into operator_act (id, at, account_id, actor, act, subject_id, alias, detail)
        values (${fresh()}, now(), ${accountId}, ${word}, ${word.slice(0, 60)}, ${id}, ${alias}, ${JSON.stringify({ [word]: word, all: [word] })}::jsonb)`,
      sql`insert into blocked_host (host, note, created_at) values (${`h${at}-${tail}.example`}, ${word}, now())`,
      sql`insert into reserved_alias (name, note) values (${`kept-${at}-${tail}`}, ${word})`,
    ]),
  ]
  await changes.write(async (tx) => {
    for (const row of rows) await tx.execute(row)
    for (const word of words) {
      await jobs.enqueue(tx, 'contacts.mail', { subjectId: id, contactId: randomUUID() })
      // In one transaction, so that no worker fetches the job before it has failed.
      await tx.execute(sql`update jobs.job set state = 'failed', output = ${JSON.stringify({ message: word })}::jsonb
        where data ->> 'subjectId' = ${id} and state = 'created'`)
    }
  })
  const report = { subjectId: id, createdAt: now, linkCode: '', isOwner: false } as const
  for (const text of words) await insertReport(db, { ...report, id: fresh(), submissionId: randomUUID(), kind: 'fraud', words: text })
  const { rows: reports } = await db.execute<{ id: string }>(sql`select id from abuse_report where subject_id = ${id} limit 1`)
  const { rows: failed } = await db.execute<{ id: string }>(
    sql`select id from jobs.job where data ->> 'subjectId' = ${id} and state = 'failed' limit 1`,
  )
  const all = words.join('\n')
  const post = outbox(settings, silentLog)
  const attachments = [{ filename: words[0] ?? '', contentType: 'text/html', content: all }]
  const from = { name: words[1] ?? '', address: 'a@example.com' }
  const to = { name: words[2] ?? '', address: 'b@example.com' }
  await post.send({ from, to, subject: words.slice(0, 5).join(' '), text: all, html: all, attachments, headers: {}, ...nothingElse })
  const [mail] = await listOutbox(settings.dataDir, { before: undefined, limit: 1 })
  const jobId = failed[0]?.id ?? ''
  return {
    importId,
    newImportId,
    mailId: mail?.id ?? '',
    jobId,
    reportId: reports[0]?.id ?? '',
    invitationId,
    hostOf: `h0-${tail}.example`,
    name: `kept-0-${tail}`,
  }
}
