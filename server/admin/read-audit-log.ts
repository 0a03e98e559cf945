import { actionsAbout, type auditDays, type AuditTopic } from '#contract/admin/admin-choices.ts'
import { listActors, listAuditEntries } from '#server/audit/audit-store.ts'
import { findAnyCard } from '#server/cards/public/find-cards.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { cutPage, pageSize } from './cut-page.ts'
import { presentAuditEntry } from './present-audit-entry.ts'

type Query = {
  q?: string | undefined
  alias?: string | undefined
  by?: string | undefined
  about?: AuditTopic | undefined
  days?: (typeof auditDays)[number] | undefined
  from?: string | undefined
}

const dayMs = 86_400_000

export async function readAuditLog(
  { db, clock }: { db: Db; clock: Clock },
  { q: search, alias, by: actor, about, days, from: before }: Query,
) {
  // The log of a removed card can still be read by its alias.
  const card = alias === undefined ? undefined : ((await findAnyCard(db, alias)) ?? { alias })
  const since = days && new Date(clock.now().getTime() - Number(days) * dayMs)
  const [found, actors] = await Promise.all([
    listAuditEntries(db, { search, card, actor, acts: about && actionsAbout(about), since, before, limit: pageSize + 1 }),
    card ? listActors(db, card) : [],
  ])
  const { visible, next } = cutPage(found, ({ id }) => id)
  return { acts: visible.map(presentAuditEntry), actors, next }
}
