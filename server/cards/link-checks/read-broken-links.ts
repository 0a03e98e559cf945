import type { BrokenLink } from '#contract/cards/broken-links.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { readOwnCard } from '../owned/read-own-card.ts'
import { isBroken } from './link-check-policy.ts'
import { listFailures } from './link-failure-store.ts'
import { listVisibleLinks } from './list-visible-links.ts'

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'publicUrl'> }

/** The links of one's own card that visitors can't open. What the owner has changed or hidden since is left out at once. */
export async function readBrokenLinks(needs: Needs, caller: Caller, alias: string): Promise<BrokenLink[]> {
  const { subject } = await readOwnCard(needs, caller, alias)
  const failures = (await listFailures(needs.db, subject.id)).filter(isBroken)
  if (failures.length === 0) return []
  const links = new Map((await listVisibleLinks(needs, subject)).map((link) => [link.hash.toString('hex'), link]))
  return failures.flatMap(({ linkHash, since, reason }) => {
    const link = links.get(linkHash.toString('hex'))
    return link ? [{ title: link.title, url: link.url, since: since.toISOString(), reason }] : []
  })
}
