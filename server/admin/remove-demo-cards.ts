import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'

type Deps = { db: Db; clock: Clock; removeDemo: (record: (tx: Db, cards: number) => Promise<void>) => Promise<number> }

export async function removeDemoCards({ db, clock, removeDemo }: Deps, caller: Caller): Promise<void> {
  const actor = await readActor(db, caller)
  await removeDemo((tx, cards) => writeAuditEntry(tx, actor, { act: 'demo.remove', detail: { cards } }, clock.now()))
}
