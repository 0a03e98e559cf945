import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { switchedOffHosts, type SwitchedOffHost } from '../tables.ts'

type ConnectionId = { subjectId: string; id: string }

/** As the index has it. Addresses are stored normalized, so it is the `host` of URL. */
const hostOfUrl = sql`substring(url from '^https?://([^/?#]+)')`
/** At most this many failing connections are counted, longest failing first. */
const failingMax = 5000
const hostsMax = 50
const offHostsMax = 200

/** Locks the state of the host until the transaction ends. To change it, `isExclusive`. */
export async function lockHost(tx: Db, host: string, { isExclusive }: { isExclusive: boolean }): Promise<void> {
  const lock = sql.raw(isExclusive ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.execute(sql`select ${lock}(hashtextextended(${`webhook-host:${host}`}, 0))`)
}

export async function isSwitchedOff(db: Db, host: string): Promise<boolean> {
  return (await db.$count(switchedOffHosts, eq(switchedOffHosts.host, host))) > 0
}

export async function listOffHosts(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.select({ host: switchedOffHosts.host }).from(switchedOffHosts)
  return new Set(rows.map(({ host }) => host))
}

/** If it is switched off already, only the reason changes. */
export async function insertSwitchedOff(tx: Db, row: SwitchedOffHost): Promise<void> {
  await tx
    .insert(switchedOffHosts)
    .values(row)
    .onConflictDoUpdate({ target: switchedOffHosts.host, set: { reason: row.reason } })
}

export async function deleteSwitchedOff(tx: Db, host: string): Promise<boolean> {
  const deleted = await tx.delete(switchedOffHosts).where(eq(switchedOffHosts.host, host)).returning({ host: switchedOffHosts.host })
  return deleted.length > 0
}

/** The newest first, with the connections that it switched off. */
export async function listSwitchedOff(db: Db): Promise<(SwitchedOffHost & { connections: number })[]> {
  const hosts = await db.select().from(switchedOffHosts).orderBy(desc(switchedOffHosts.offAt), switchedOffHosts.host).limit(offHostsMax)
  if (hosts.length === 0) return []
  const names = sql.join(
    hosts.map(({ host }) => sql`${host}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ host: string; count: number }>(sql`
    select ${hostOfUrl} as host, count(*)::int as count from connection where ${hostOfUrl} in (${names}) and off_reason = 'host' group by 1`)
  const counts = new Map(rows.map(({ host, count }) => [host, count]))
  return hosts.map((one) => ({ ...one, connections: counts.get(one.host) ?? 0 }))
}

/** Switches off the connections of a host that are on, and returns them. */
export async function switchOffConnections(tx: Db, host: string, now: Date): Promise<ConnectionId[]> {
  const { rows } = await tx.execute<ConnectionId>(sql`
    update connection set off_reason = 'host', off_at = ${now.toISOString()}::timestamptz
    where ${hostOfUrl} = ${host} and off_reason is null returning subject_id as "subjectId", id`)
  return rows
}

/** Those that are off because of the host, or those that are on. */
export async function listConnectionsOfHost(db: Db, host: string, { isOff }: { isOff: boolean }): Promise<ConnectionId[]> {
  const { rows } = await db.execute<ConnectionId>(sql`
    select subject_id as "subjectId", id from connection
    where ${hostOfUrl} = ${host} and ${isOff ? sql`off_reason = 'host'` : sql`off_reason is null`} order by subject_id, id`)
  return rows
}

/** A connection of any card; null if there is none. */
export async function findCardOfConnection(db: Db, id: string): Promise<ConnectionId | null> {
  const { rows } = await db.execute<ConnectionId>(sql`select subject_id as "subjectId", id from connection where id = ${id}`)
  return rows[0] ?? null
}

/** `last` is the newest attempt, as JSON. */
type FailingHost = { host: string; connections: number; waiting: number; since: string; last: string | null }

/** Hosts with failing connections, those with the most waiting deliveries first. Without those whose owner must act at a CRM. */
export async function listFailingHosts(db: Db): Promise<FailingHost[]> {
  const own = sql`delivery d where d.subject_id = c.subject_id and d.connection_id = c.id`
  const { rows } = await db.execute<FailingHost>(sql`
    select host, count(*)::int as connections, sum(waiting)::int as waiting, to_json(min(failing_since)) #>> '{}' as since, max(last) as last
    from (
      select ${hostOfUrl} as host, failing_since,
        (select count(*) from ${own} and d.state = 'waiting') as waiting,
        (select json_build_object('at', d.tried_at, 'status', d.status, 'answer', d.answer, 'reason', d.reason)::text
          from ${own} and d.tried_at is not null order by d.event_id desc limit 1) as last
      from connection c where failing_since is not null and off_reason is null and attention is null order by failing_since limit ${failingMax}
    ) failing group by host order by waiting desc, host limit ${hostsMax}`)
  return rows
}
