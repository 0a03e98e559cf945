import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { Refusal } from '#server/refusal.ts'
import type { Manifest } from './manifest.ts'

/** SHA-256 of the last list of migrations before the baseline, as a manifest has it: those 36 files made the baseline's tables. */
const lastBeforeBaseline = '1329bc0d01c36e71ca6d89349f45ed5931464101bc106fea98ee6c77ab09de09'

/** Rows fit the tables they came from: only the same migrations make the same tables. */
export async function refuseOtherMigrations(tx: Db, manifest: Manifest) {
  const { rows: here } = await tx.execute<{ name: string; sum: string }>(sql`select name, sum from migration`)
  const sums = new Map(here.map(({ name, sum }) => [name, sum]))
  if (!manifest.migrations.some(({ name }) => sums.has(name))) {
    const sum = createHash('sha256').update(JSON.stringify(manifest.migrations)).digest('hex')
    if (sum === lastBeforeBaseline && here.length === 1) return
    throw new Refusal(
      `This backup was made by Carte ${manifest.productVersion} with none of this version's migrations. docs/operating.md says under “Backups from before the first release” how to restore it.`,
    )
  }
  const newer = manifest.migrations.find(({ name, sum }) => sums.get(name) !== sum)
  if (newer) {
    throw new Refusal(
      `This backup was made by Carte ${manifest.productVersion}, whose database this version does not know (${newer.name}). Restore it with that version or a newer one.`,
    )
  }
  if (manifest.migrations.length < here.length) {
    throw new Refusal(
      `This backup was made by the older Carte ${manifest.productVersion}. Restore it with that version, then start this one: it brings the data up to date.`,
    )
  }
}

/** Demo cards and what belongs to them are nobody's loss. */
export async function refuseOccupied(tx: Db) {
  const { rows } = await tx.execute<{ cards: number; accounts: number }>(sql`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from account a where not exists (
      select from membership m join subject s on s.id = m.subject_id where m.account_id = a.id and s.is_demo)) as accounts`)
  const { cards = 0, accounts = 0 } = rows[0] ?? {}
  if (cards + accounts === 0) return
  throw new Refusal(
    `This installation is in use: cards ${cards}, accounts ${accounts}. Restore into an empty one (another DATA_DIR or DATABASE_URL), or add --replace --yes to put the backup in place of all that is here.`,
  )
}
