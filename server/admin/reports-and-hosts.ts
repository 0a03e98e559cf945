import type { ReportedCard } from '#contract/admin/abuse.ts'
import type { AbuseKind } from '#contract/admin/abuse-choices.ts'
import { listOwnerEmails } from '#server/accounts/list-owners.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { countOpenReports, markReportClosed, listReportsWithCards } from '#server/abuse/manage-reports.ts'
import { type Actor, withAuditEntry, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { deleteBlockedHost, insertBlockedHost, listBlockedHosts, readHost } from '#server/cards/editor/block-host.ts'
import { findReportable } from '#server/cards/public/find-cards.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { countContacts } from '#server/contacts/count-contacts.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { pageSize, cutPage } from './cut-page.ts'

type Deps = { db: Db; changes: Changes; clock: Clock }

type ReportQuery = { closed?: '1' | undefined; q?: string | undefined; kind?: AbuseKind | undefined; from?: string | undefined }

export async function listReports({ db }: Pick<Deps, 'db'>, { closed, q, kind, from }: ReportQuery) {
  const card = q ? await findReportable(db, q.replace(/^\//, '')) : null
  const open = await countOpenReports(db)
  if (q && !card) return { reports: [], cards: [], open, next: null }
  const search = { isClosed: closed === '1', kind, subjectId: card?.id, from, limit: pageSize + 1 }
  const { reports, cards } = await listReportsWithCards(db, search)
  const { visible, next } = cutPage(reports, ({ id }) => id)
  const reported = cards.filter(({ alias }) => visible.some((report) => report.alias === alias))
  return { reports: visible, cards: await describeReported(db, reported), open, next }
}

/** What a takedown dialog says of each card, and whether it is needed. */
async function describeReported(db: Db, cards: Awaited<ReturnType<typeof listReportsWithCards>>['cards']): Promise<ReportedCard[]> {
  const ids = cards.map(({ id }) => id)
  const [owners, contacts] = await Promise.all([listOwnerEmails(db, ids), countContacts(db, ids)])
  return cards.map(({ id, ...card }) => ({ ...card, owners: owners.get(id) ?? [], contacts: contacts.get(id) ?? 0 }))
}

export const closeReport = async (deps: Deps, caller: Caller, id: string): Promise<void> =>
  closeReportAs(deps, await readActor(deps.db, caller), id)

export async function closeReportAs({ changes, clock }: Deps, actor: Actor, id: string): Promise<void> {
  const now = clock.now()
  await changes.write(async (tx) => {
    const subjectId = await markReportClosed(tx, id, now)
    await writeAuditEntry(tx, actor, { act: 'report.close', subjectId, detail: { report: id } }, now)
  })
}

export async function listHosts({ db }: Pick<Deps, 'db'>, { q, from }: { q?: string | undefined; from?: string | undefined }) {
  const { visible, next } = cutPage(await listBlockedHosts(db, from, q), ({ host }) => host)
  return { hosts: visible.map(({ host, note }) => ({ host, reason: note })), next }
}

type Block = { host: string; isBlocked: boolean; reason: string }

export const blockHost = async (deps: Deps, caller: Caller, block: Block): Promise<string> =>
  blockHostAs(deps, await readActor(deps.db, caller), block)

/** Returns the host as it was parsed. */
export async function blockHostAs(deps: Deps, actor: Actor, { host: typed, isBlocked, reason }: Block): Promise<string> {
  const host = readHost(typed)
  if (!host) throw problem('input-invalid', { issues: [fieldIssue('host', 'hostInvalid', { example: 'evil.example' })] })
  const now = deps.clock.now()
  const act = isBlocked ? 'host.block' : 'host.release'
  await withAuditEntry(deps, actor, { act, detail: { host, ...(reason ? { reason } : {}) } }).write(async (tx) => {
    if (isBlocked) await insertBlockedHost(tx, { host, note: reason, createdAt: now })
    else if (!(await deleteBlockedHost(tx, host))) throw problem('not-found')
  })
  return host
}
