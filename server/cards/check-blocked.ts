import { sayFault } from '#contract/draft-faults.ts'
import type { DraftFields, Fault } from '#contract/drafts.ts'
import { webLink } from '#contract/web-link.ts'
import type { Db } from '#server/db/database.ts'
import { listBlockedOf } from './blocked-host-store.ts'

/** Links of a draft that lead where nobody is led, by where they stand in it. */
export async function checkBlocked(db: Db, { services, menus, 'settings.triggerAction': trigger }: DraftFields): Promise<Fault[]> {
  const links = [
    ...(services ?? []).flatMap(({ directLink, reviewLink }, place) => [
      { path: `services.${place}.directLink`, typed: directLink },
      { path: `services.${place}.reviewLink`, typed: reviewLink },
    ]),
    ...(menus ?? []).map(({ route }, place) => ({ path: `menus.${place}.route`, typed: route })),
    ...(trigger ? [{ path: 'settings.triggerAction.route', typed: trigger.route }] : []),
  ].flatMap(({ path, typed }) => ({ path, href: webLink(typed) ?? '' }))
  const blocked = new Set(
    await listBlockedOf(
      db,
      links.map(({ href }) => href),
    ),
  )
  return links.flatMap(({ path, href }) => (blocked.has(href) ? [{ path, message: sayFault('linkBlocked') }] : []))
}
