import type pg from 'pg'
import { markName, moveLock, takeBack, type MoveMark } from '#server/db/moving.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'

/** How far each unit came, in blocks of the source, stands beside the mark of a target; and what its place of pictures was named. */
export type Mark = MoveMark & { done?: Record<string, number>; pictures?: string | null }

/** Null too where no Carte has ever been. */
export async function readMark(client: pg.Client): Promise<Mark | null> {
  if (!(await hasTables(client))) return null
  const { rows } = await client.query<{ value: Mark }>('select value from installation where name = $1', [markName])
  return rows[0]?.value ?? null
}

export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('installation') is not null as is`)
  return rows[0]?.is ?? false
}

export async function writeMark(client: pg.Client, mark: Mark): Promise<void> {
  await client.query(
    `insert into installation (name, value, updated_at) values ($1, $2, $3)
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [markName, JSON.stringify(mark), mark.at],
  )
}

export async function holdLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [moveLock])
  if (!rows[0]?.is) throw new Refusal('Another move is at work here. Wait for its end, or stop it.')
}

type Other = { name: string; since: string; address: string | null }

/** Who else is at work in a database: instances of Carte, and its commands. */
export async function readOthers(client: pg.Client): Promise<Other[]> {
  const { rows } = await client.query<Other>(`
    select application_name as name, to_char(min(backend_start), 'YYYY-MM-DD HH24:MI') as since, host(client_addr) as address
    from pg_stat_activity where datname = current_database() and application_name in ('carte', 'carte-changes')
    group by 1, client_addr order by 2`)
  return rows
}

export async function refuseOthers(client: pg.Client, place: string): Promise<void> {
  const others = await readOthers(client)
  if (others.length === 0) return
  const [{ address, since } = { address: null, since: '' }] = others
  throw new Refusal(
    `Carte is at work on ${place} (from ${address ?? 'this machine'}, since ${since} UTC). Stop every instance first: what they wrote meanwhile would be lost.`,
  )
}

/** From here to the end of the transaction nobody changes a row, whoever they are; reading goes on. */
export async function holdStill(client: pg.Client, tables: string[]): Promise<void> {
  try {
    await client.query(`set local lock_timeout = '10s'`)
    await client.query(`lock table ${tables.join(', ')} in share mode`)
  } catch (error) {
    if (codeOf(error) !== '55P03') throw error
    throw new Refusal('Somebody is writing in the database that is to be moved. Stop whatever uses it, then move again.', { cause: error })
  }
}

/** A place that is left, or half-way itself, is nobody’s source. */
export function refuseSource({ state, place, at }: Mark): void {
  if (state === 'left')
    throw new Refusal(`This installation was moved to ${place} on ${at.slice(0, 10)} already. To take it up here again: ${takeBack}`)
  if (state === 'arriving') throw new Refusal(`A move from ${place} into this database is not finished: finish that one first.`)
}
