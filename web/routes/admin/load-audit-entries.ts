import { auditDays, auditTopics } from '#contract/admin/admin-choices.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import type { Activity } from '../../features/admin/admin-view.ts'
import { behind, type PageRequest } from './admin-loader.ts'
import { actorName, auditEntryView } from './audit-entry-view.ts'
import { oneOf } from './one-of.ts'

/** The audit log of one card, or all of it by a search. */
export async function loadAuditEntries(request: PageRequest, only: { alias: string } | { q: string }): Promise<Activity> {
  const { call, query, from, t } = request
  const by = beginningOf(query.get('by') ?? '', 320)
  const about = oneOf(auditTopics, query.get('about'))
  const days = oneOf(auditDays, query.get('days'))
  const { acts, actors, next } = await call('admin.auditLog', {
    query: { ...only, ...(by && { by }), ...(about && { about }), ...(days && { days }), ...behind(from) },
  })
  return {
    acts: acts.map((act) => auditEntryView(act, request)),
    filters: { by, about: about ?? '', days: days ?? '' },
    actors: actors.map((value) => ({ value, label: actorName(t, value) })),
    next,
    isFurther: from !== undefined,
  }
}
