import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../database.ts'
import type { ChangeListener, Subscription } from './subscribe-to-changes.ts'

const defaultPollMs = 1000
/** A change is written right before its commit, so it may become visible after later ones, but not by this much. */
const overlapMs = 60_000
/** At most the overlap: the steady clock stops while a machine is suspended, and an expired mark shows it. */
const presentSeconds = 60
const renewEvery = 10
const expiredMax = 10_000

/** The servers that poll, in the table of marks that expire. */
export const isPolling = sql`kind = 'polling' and until > now()`
const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Notifies the servers that listen, and writes the change for those that poll, if there are any. */
export async function announceChange(tx: Db, channel: string, change: string): Promise<void> {
  const { rows } = await tx.execute<{ isPolled: boolean }>(
    sql`select pg_notify(${channel}, ${change}), exists (select from spent where ${isPolling}) as "isPolled"`,
  )
  if (!rows[0]?.isPolled) return
  await tx.execute(sql`insert into spent (kind, key, until)
    values ('change', concat_ws(' ', ${nowMs}, gen_random_uuid(), ${change}::text), now() + interval '5 minutes')`)
}

/** Reads the changes of other servers every second, for connections that can't listen. */
export async function poll(db: Db, { onMessage, onReconnect, log }: ChangeListener, pollMs = defaultPollMs): Promise<Subscription> {
  const me = `${new Date().toISOString()} ${hostname()} ${randomUUID()}`
  const stopping = new AbortController()
  let known = new Set<string>()
  let polls = 0
  let lastMs = performance.now()
  let isLost = false

  async function renewMark() {
    await db.execute(sql`insert into spent (kind, key, until) values ('polling', ${me}, now() + make_interval(secs => ${presentSeconds}))
      on conflict (kind, key) do update set until = excluded.until`)
    await db.execute(sql`delete from spent where kind = 'change' and key in (
      select key from spent where kind = 'change' and until < now() order by key limit ${expiredMax} for update skip locked)`)
  }

  async function readChanges() {
    const startedMs = performance.now()
    const { rows: found } = await db.execute<{ key: string }>(sql`
      select key from spent where kind = 'change' and key > (select (${nowMs} - ${overlapMs}::int)::text)
      union all select key from spent where ${isPolling} and key = ${me} order by key`)
    const rows = found.filter(({ key }) => key !== me)
    const changes = rows.filter(({ key }) => !known.has(key)).map(({ key }) => key.split(' ')[2] ?? '')
    // Suspended or cut off for longer than changes are read back, or a restore deleted the mark, without which none is written.
    const isBehind = startedMs - lastMs > overlapMs / 2 || rows.length === found.length
    if (isBehind || polls++ % renewEvery === 0) await renewMark()
    if (isBehind) onReconnect()
    else changes.forEach(onMessage)
    // Last: if a listener throws, the next poll repeats these changes.
    known = new Set(rows.map(({ key }) => key))
    lastMs = startedMs
  }

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await readChanges()
        isLost = false
      } catch {
        if (!isLost) log.warn('changes-connection-lost')
        isLost = true
      }
      await wait(pollMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }

  // Changes are written from here on; the caches are still empty.
  await readChanges()
  const running = run()
  return {
    isListening: () => !isLost,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
      await db.execute(sql`delete from spent where kind = 'polling' and key = ${me}`).catch(() => {})
    },
  }
}
