import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { withAuditEntry } from '#server/audit/write-audit-entry.ts'
import { addReservedAlias, listReservedAliases, removeReservedAlias } from '#server/cards/aliases/reserve-alias.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { pageSize, cutPage } from './cut-page.ts'

type Deps = { db: Db; changes: Changes; clock: Clock }

export async function listNames(
  { db }: Pick<Deps, 'db'>,
  { q: search = '', from: after = '' }: { q?: string | undefined; from?: string | undefined },
) {
  const found = await listReservedAliases(db, { after, search, limit: pageSize + 1 })
  const { visible, next } = cutPage(found, ({ name }) => name)
  return { names: visible.map(({ name, note }) => ({ name, reason: note })), next }
}

export async function reserveAddress(deps: Deps, caller: Caller, { name, reason }: { name: string; reason: string }): Promise<void> {
  const actor = await readActor(deps.db, caller)
  const changes = withAuditEntry(deps, actor, { act: 'alias.reserve', alias: name, ...(reason ? { detail: { reason } } : {}) })
  await changes.write((tx) => addReservedAlias(tx, { name, note: reason }, deps.clock.now()))
}

export async function releaseAddress(deps: Deps, caller: Caller, name: string): Promise<void> {
  const actor = await readActor(deps.db, caller)
  await withAuditEntry(deps, actor, { act: 'alias.release', alias: name }).write(async (tx) => {
    if (!(await removeReservedAlias(tx, name))) throw problem('not-found')
  })
}
