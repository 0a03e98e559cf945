import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isSameInstallation, newName, placeOf, readName, refusalOf, writeName } from '#server/db/storage-owner.ts'
import { describeStorage, type Storage } from '#server/outside/storage.ts'
import type { Settings } from '#server/settings.ts'

type Pair = { source: pg.Client; target: pg.Client | null }
type Owned = Pick<Storage, 'owner' | 'own'>

/** `expected`: what a move that was begun there named it. Pictures never go among those of somebody else: what lies there is nobody's, ours from before, or the new place's own. */
export async function refuseAnothers(
  { source, target }: Pair,
  there: Owned,
  { to, expected }: { to: Settings; expected: string | null },
): Promise<void> {
  const name = await there.owner()
  if (name === null || name === expected || isSameInstallation(name, await readName(drizzle(source)))) return
  if (target === null || (await readName(drizzle(target))) !== name) throw refusalOf(describeStorage(to))
}

/** The installation goes along, to another place of its own. Answers the name of that place, which lies there from now on. */
export async function claimTarget(source: pg.Client, storages: { source: Owned; target: Owned }, now: Date): Promise<string> {
  const known = await readName(drizzle(source))
  const here = known ?? (await storages.source.owner()) ?? newName()
  // Stopped and run again it must be the same.
  if (known === null) await writeName(drizzle(source), here, now)
  const there = await storages.target.owner()
  if (there !== null && isSameInstallation(there, here)) return there
  const place = placeOf(here)
  await storages.target.own(place)
  return place
}
