import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { withAct } from '#server/audit/write-act.ts'
import { addReservedAlias, listReservedAliases, removeReservedAlias } from '#server/cards/aliases/reserve-alias.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { atOnce, paged } from './page-size-policy.ts'

type Needs = { db: Db; changes: Changes; clock: Clock }

export async function listNames({ db }: Pick<Needs, 'db'>, after = '') {
  const found = await listReservedAliases(db, { after, limit: atOnce + 1 })
  const { shown, next } = paged(found, ({ name }) => name)
  return { names: shown.map(({ name, note }) => ({ name, reason: note })), next }
}

export async function keepName(needs: Needs, caller: Caller, { name, reason }: { name: string; reason: string }): Promise<void> {
  const actor = await readActor(needs.db, caller)
  const changes = withAct(needs, actor, { act: 'alias.reserve', alias: name, ...(reason ? { detail: { reason } } : {}) })
  await changes.write((tx) => addReservedAlias(tx, { name, note: reason }, needs.clock.now()))
}

export async function releaseName(needs: Needs, caller: Caller, name: string): Promise<void> {
  const actor = await readActor(needs.db, caller)
  await withAct(needs, actor, { act: 'alias.release', alias: name }).write(async (tx) => {
    if (!(await removeReservedAlias(tx, name))) throw problem('not-found')
  })
}
