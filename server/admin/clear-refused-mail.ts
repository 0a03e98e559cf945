import type { RefusedMail } from '#contract/admin/admin.ts'
import { clearRejection, listRejections } from '#server/accounts/rejections/manage-rejections.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import { type Actor, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { cutPage, pageSize } from './cut-page.ts'

/** Addresses that the mail server refused permanently, with its last answer as a mail test reports it. */
export async function listRefusedMails(
  db: Db,
  before: string | undefined,
  limit = pageSize,
): Promise<{ refused: RefusedMail[]; next: string | null }> {
  const { visible, next } = cutPage(await listRejections(db, { before, limit: limit + 1 }), ({ id }) => id, limit)
  const cards = await listCardsById(
    db,
    visible.flatMap(({ subjectId }) => subjectId ?? []),
  )
  const refused = visible.map(({ id, address, subjectId, step, answer, count, firstAt, lastAt, pausedAt }) => ({
    id,
    address,
    alias: cards.find((card) => card.id === subjectId)?.alias ?? '',
    step: { step, values: { to: address, answer } },
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    isPaused: pausedAt !== null,
  }))
  return { refused, next }
}

type Deps = { db: Db; changes: Changes; clock: Clock }

export async function clearRefusedMail({ db, changes, clock }: Deps, caller: Caller, id: string): Promise<void> {
  const actor = await readActor(db, caller)
  await changes.write(async (tx) => {
    if (!(await clearRefused(tx, actor, { id }, clock.now()))) throw problem('not-found')
  })
}

/** False if there is no such address. The audit log names the card that the emails were about, not the address. */
export async function clearRefused(tx: Db, actor: Actor, by: { id: string } | { address: string }, now: Date): Promise<boolean> {
  const cleared = await clearRejection(tx, by)
  if (!cleared) return false
  const [card] = cleared.subjectId === null ? [] : await listCardsById(tx, [cleared.subjectId])
  await writeAuditEntry(tx, actor, { act: 'mail.clear', ...(card && { subjectId: card.id, alias: card.alias }) }, now)
  return true
}
