import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { readMigrations } from '#server/db/read-migrations.ts'
import { Refusal } from '#server/refusal.ts'
import type { Settings } from '#server/settings.ts'
import { bytes as inWords } from '../terminal/amounts.ts'
import { hasTables, type Mark } from './marks.ts'

export type Facts = { postgres: string; encoding: string; bytes: number; running: string }

export async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version') as postgres, current_setting('server_encoding') as encoding,
      pg_database_size(current_database())::float8 as bytes, pg_postmaster_start_time()::text || current_database() as running`)
  const [row] = rows
  if (!row) throw new Error('a select without a from gives one row')
  return row
}

export function refuseSame(one: Facts, other: Facts): void {
  if (one.running === other.running) throw new Refusal('The new place is the database this installation lives in already. Name another.')
}

export function refuseEncoding({ encoding }: Facts): void {
  if (encoding !== 'UTF8')
    throw new Refusal(`The new database is encoded in ${encoding}, which has no room for every name. Create it with ENCODING 'UTF8'.`)
}

/** Rows fit the tables they came from. What a newer version made, this one cannot carry. */
export async function refuseNewer(client: pg.Client): Promise<void> {
  if (!(await hasTables(client))) return
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  const known = new Set(readMigrations().map(({ name }) => name))
  const newer = rows.find(({ name }) => !known.has(name))
  if (newer)
    throw new Refusal(
      `A newer Carte has been at work there, whose database this version does not know (${newer.name}). Move with that version.`,
    )
}

/** What may give way: nothing, demo cards, what had been moved away, and what a move left half-way. Never what somebody uses. */
export async function refuseOccupied(client: pg.Client, there: Mark | null, here: Mark | null, mayReplace: boolean): Promise<void> {
  if (there?.state === 'left' || (there?.state === 'arriving' && there.id !== here?.id)) {
    if (mayReplace) return
    const day = there.at.slice(0, 10)
    const what =
      there.state === 'left'
        ? `what was moved to ${there.place} on ${day}`
        : `a move from ${there.place} that was begun on ${day} and not finished`
    throw new Refusal(`The new place holds ${what}. To put this installation in its place add --yes.`)
  }
  if (there?.state === 'arriving' || !(await hasTables(client))) return
  const { rows } = await client.query<{ cards: number; accounts: number }>(`select
    (select count(*)::int from subject where not is_demo) as cards,
    (select count(*)::int from account a where not exists (
      select from membership m join subject s on s.id = m.subject_id where m.account_id = a.id and s.is_demo)) as accounts`)
  const { cards = 0, accounts = 0 } = rows[0] ?? {}
  if (cards + accounts > 0)
    throw new Refusal(
      `The new place is in use: cards ${cards}, accounts ${accounts}. A move never overwrites them. Name an empty database or folder.`,
    )
}

/** What an embedded database needs beside its rows, for what it writes down first. */
const besideBytes = 600_000_000

/** Only of a folder can be said how much room there is. */
export async function readRoom({ databaseUrl, dataDir }: Settings): Promise<number | null> {
  if (databaseUrl !== null) return null
  const { bavail, bsize } = await statfs(dataDir).catch(() => statfs(dirname(dataDir)))
  return bavail * bsize
}

export async function refuseNarrow(to: Settings, { bytes }: Facts): Promise<void> {
  const room = await readRoom(to)
  if (room !== null && room < bytes + besideBytes)
    throw new Refusal(`There is not enough room in ${to.dataDir}: ${inWords(room)} free, ${inWords(bytes + besideBytes)} wanted.`)
}
