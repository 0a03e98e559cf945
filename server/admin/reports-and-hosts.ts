import type { AbuseKind } from '#contract/admin/abuse-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { countOpenReports, markReportClosed, listReportsWithAlias } from '#server/abuse/manage-reports.ts'
import { type Actor, withAuditEntry, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { deleteBlockedHost, insertBlockedHost, listBlockedHosts, readHost } from '#server/cards/editor/block-host.ts'
import { findReportable } from '#server/cards/public/find-cards.ts'
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
  const found =
    q && !card ? [] : await listReportsWithAlias(db, { isClosed: closed === '1', kind, subjectId: card?.id, from, limit: pageSize + 1 })
  const { visible, next } = cutPage(found, ({ id }) => id)
  return { reports: visible, open: await countOpenReports(db), next }
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
  if (!host) throw problem('input-invalid', { issues: [{ path: 'host', message: 'A host such as evil.example.' }] })
  const now = deps.clock.now()
  const act = isBlocked ? 'host.block' : 'host.release'
  await withAuditEntry(deps, actor, { act, detail: { host, ...(reason ? { reason } : {}) } }).write(async (tx) => {
    if (isBlocked) await insertBlockedHost(tx, { host, note: reason, createdAt: now })
    else if (!(await deleteBlockedHost(tx, host))) throw problem('not-found')
  })
  return host
}
