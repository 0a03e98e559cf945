import { drizzle } from 'drizzle-orm/node-postgres'
import type { Log } from '#server/outside/log.ts'
import type { Db } from './database.ts'
import { openPool } from './pool.ts'
import { soon } from './soon.ts'
import { hostOf, identify } from './reach-replica.ts'

/** How far a server has come in what was written, as PostgreSQL counts it. */
export type Place = bigint

export type Replica = {
  host: string
  db: Db
  /** It failed somebody: not asked again before it answers the next look. */
  failed(reason: string): void
  /** Whether everything that was written up to this moment (of the steady clock) is there. */
  hasAll(sinceMs: number): boolean
  /** For how long nothing is known to have arrived; null while it is away. */
  behindMs(): number | null
  /** A look at it. `identity`: of the primary's database, where it may be known. `primary`: where the primary was when we asked at `askedMs`; null where it did not say. */
  look(primary: Place | null, askedMs: number, identity: string | null): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Said = { isStandby: boolean; place: string | null }
const question = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as place`

const connections = 5
const lookMs = 1000

export function openReplica(url: string, { log, nowMs, statementMs }: { log: Log; nowMs: () => number; statementMs: number }): Replica {
  const host = hostOf(url)
  const pool = openPool({ connectionString: url }, log, connections, { statementMs, isSwift: true })
  let isUp = false
  let hasUntilMs = -Infinity
  let wasForeign = false
  // It follows a busy primary for ever: what counts is when it reaches a place the primary had reached at a known moment.
  let awaited: { place: Place; atMs: number } | null = null

  function failed(reason: string) {
    if (isUp) log.warn('replica-away', { host, reason })
    isUp = false
    awaited = null
  }

  async function isForeign(identity: string | null): Promise<boolean> {
    const theirs = identity === null ? null : await soon(identify(pool), lookMs)
    const isOther = theirs !== null && theirs !== identity
    if (isOther && !wasForeign) log.error('replica-of-another', { host })
    wasForeign = isOther
    return isOther
  }

  return {
    host,
    db: drizzle(pool),
    failed,
    hasAll: (sinceMs) => isUp && hasUntilMs >= sinceMs,
    behindMs: () => (isUp ? nowMs() - hasUntilMs : null),
    async look(primary, askedMs, identity) {
      try {
        const { rows } = await soon(pool.query<Said>(question), lookMs)
        const [said] = rows
        if (!said?.isStandby) return failed('it became a primary of its own')
        // Whoever is back may be somebody else, or was never looked at: it was away when we started.
        if (!isUp && (await isForeign(identity))) return
        if (!isUp) log.info('replica-reached', { host })
        isUp = true
        if (primary !== null) awaited ??= { place: primary, atMs: askedMs }
        if (awaited && placeOf(said.place) >= awaited.place) {
          hasUntilMs = awaited.atMs
          awaited = null
        }
      } catch (error) {
        failed(error instanceof Error ? error.message : String(error))
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** `16/B374D848`: the high half and the low half. */
export function placeOf(text: string | null): Place {
  const [high = '0', low = '0'] = (text ?? '0/0').split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
