import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Manifest } from './manifest.ts'
import { RestoreError } from './restore-error.ts'

/** Rows fit only the tables they came from, and only the same migrations create the same tables. */
export async function refuseOtherMigrations(tx: Db, manifest: Manifest) {
  const { rows: here } = await tx.execute<{ name: string; sum: string }>(sql`select name, sum from migration`)
  const sums = new Map(here.map(({ name, sum }) => [name, sum]))
  if (!manifest.migrations.some(({ name }) => sums.has(name))) {
    throw new RestoreError(
      'before-release',
      `This backup was made by Carte ${manifest.productVersion} with none of this version's migrations. See “Backups from before the first release” in docs/operating.md for how to restore it.`,
      { version: manifest.productVersion },
    )
  }
  const newer = manifest.migrations.find(({ name, sum }) => sums.get(name) !== sum)
  if (newer) {
    throw new RestoreError(
      'newer-version',
      `This backup was made by Carte ${manifest.productVersion}, with a migration that this version does not know (${newer.name}). Restore it with that version or a newer one.`,
      { version: manifest.productVersion },
    )
  }
  if (manifest.migrations.length < here.length) {
    throw new RestoreError(
      'older-version',
      `This backup was made by the older Carte ${manifest.productVersion}. Restore it with that version, then start this one: it migrates the data.`,
      { version: manifest.productVersion },
    )
  }
}

/** Demo cards and their accounts do not count: they can be created again. */
export async function refuseOccupied(tx: Db) {
  // One after the other: cards of a distributed database can't be joined with accounts.
  const { rows: found } = await tx.execute<{ cards: number; demo: string[] }>(sql`
    select count(*) filter (where not is_demo)::int as cards, coalesce(array_agg(id::text) filter (where is_demo), '{}') as demo from subject`)
  const { cards = 0, demo = [] } = found[0] ?? {}
  const { rows: others } = await tx.execute<{ accounts: number }>(sql`
    select count(*)::int as accounts from account a where not exists (
      select from membership m where m.account_id = a.id and m.subject_id = any(${sql.param(demo)}::uuid[]))`)
  const accounts = others[0]?.accounts ?? 0
  if (cards + accounts === 0) return
  throw new RestoreError(
    'occupied',
    `This installation is in use: cards ${cards}, accounts ${accounts}. Restore into an empty one (another DATA_DIR or DATABASE_URL), or add --replace --yes to replace all of its data with the backup.`,
  )
}
