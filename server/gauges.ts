import type pg from 'pg'
import type { Reads } from './db/reads.ts'
import type { Metrics } from './http/metrics.ts'
import type { Readiness } from './http/readiness.ts'
import type { Breakers } from './outside/breaker.ts'
import type { Storage } from './outside/storage.ts'

type Needs = { pool: pg.Pool; reads: Reads; breakers: Breakers; storage: Storage; readiness: Readiness }

/** What somebody is woken for: asked of its owners whenever /metrics is. */
export function showGauges(metrics: Metrics, { pool, reads, breakers, storage, readiness }: Needs) {
  metrics.gauge('carte_database_up', () => (readiness.last() === 'away' ? 0 : 1))
  metrics.gauge('carte_database_writable', () => (['away', 'read-only'].includes(readiness.last()) ? 0 : 1))
  metrics.gauge('carte_stopping', () => (readiness.last() === 'leaving' ? 1 : 0))
  metrics.gauge('carte_database_connections', () => connectionsOf(pool))
  metrics.gauge('carte_replica_up', () => reads.gauges().up)
  metrics.gauge('carte_replica_behind_seconds', () => reads.gauges().behindSeconds)
  metrics.gauge('carte_storage_away', () => Number(storage.isAway()))
  metrics.gauge('carte_provider_open', () => breakers.open())
}

function connectionsOf({ totalCount, idleCount, waitingCount }: pg.Pool): Map<string, number> {
  return new Map([
    ['state="busy"', totalCount - idleCount],
    ['state="idle"', idleCount],
    ['state="waited-for"', waitingCount],
  ])
}
