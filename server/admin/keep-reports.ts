import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { countOpenReports, endReport, listAbuse } from '#server/abuse/track-reports.ts'
import { type Actor, withAct, writeAct } from '#server/audit/write-act.ts'
import { deleteBlockedHost, insertBlockedHost, listBlockedHosts, readHost } from '#server/cards/editor/block-host.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { atOnce, paged } from './page-size-policy.ts'

type Needs = { db: Db; changes: Changes; clock: Clock }

export async function listReportsAtDesk(
  { db }: Pick<Needs, 'db'>,
  { closed, from }: { closed?: '1' | undefined; from?: string | undefined },
) {
  const found = await listAbuse(db, { isClosed: closed === '1', from, limit: atOnce + 1 })
  const { shown, next } = paged(found, ({ id }) => id)
  return { reports: shown, open: await countOpenReports(db), next }
}

export const closeReport = async (needs: Needs, caller: Caller, id: string): Promise<void> =>
  closeReportAs(needs, await readActor(needs.db, caller), id)

export async function closeReportAs({ changes, clock }: Needs, actor: Actor, id: string): Promise<void> {
  const now = clock.now()
  await changes.write(async (tx) => {
    const subjectId = await endReport(tx, id, now)
    await writeAct(tx, actor, { act: 'report.close', subjectId, detail: { report: id } }, now)
  })
}

export async function listHosts({ db }: Pick<Needs, 'db'>, from = '') {
  const { shown, next } = paged(await listBlockedHosts(db, from), ({ host }) => host)
  return { hosts: shown.map(({ host, note }) => ({ host, reason: note })), next }
}

type Block = { host: string; isBlocked: boolean; reason: string }

export const blockHost = async (needs: Needs, caller: Caller, asked: Block): Promise<string> =>
  blockHostAs(needs, await readActor(needs.db, caller), asked)

/** Says which host it understood. */
export async function blockHostAs(needs: Needs, actor: Actor, { host: typed, isBlocked, reason }: Block): Promise<string> {
  const host = readHost(typed)
  if (!host) throw problem('input-invalid', { faults: [{ path: 'host', message: 'A host such as evil.example.' }] })
  const now = needs.clock.now()
  const act = isBlocked ? 'host.block' : 'host.release'
  await withAct(needs, actor, { act, detail: { host, ...(reason ? { reason } : {}) } }).write(async (tx) => {
    if (isBlocked) await insertBlockedHost(tx, { host, note: reason, createdAt: now })
    else if (!(await deleteBlockedHost(tx, host))) throw problem('not-found')
  })
  return host
}
