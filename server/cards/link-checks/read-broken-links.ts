import type { BrokenLink } from '#contract/cards/broken-links.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Settings } from '#server/settings.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { isBroken } from './link-check-policy.ts'
import { listFailures } from './link-failure-store.ts'
import { listVisibleLinks } from './list-visible-links.ts'

type Deps = PlanReader & { settings: Pick<Settings, 'publicUrl'> }

/** Broken links of the caller's card. Links that were changed or hidden since are left out. */
export async function readBrokenLinks(deps: Deps, caller: Caller, alias: string): Promise<BrokenLink[]> {
  const { subject } = await readOwnCard(deps, caller, alias)
  const failures = (await listFailures(deps.db, subject.id)).filter(isBroken)
  if (failures.length === 0) return []
  const links = new Map((await listVisibleLinks(deps, subject)).map((link) => [link.hash.toString('hex'), link]))
  return failures.flatMap(({ linkHash, since, reason }) => {
    const link = links.get(linkHash.toString('hex'))
    return link ? [{ title: link.title, url: link.url, since: since.toISOString(), reason }] : []
  })
}
