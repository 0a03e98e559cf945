import type pg from 'pg'
import { countWaiting } from './database/pool.ts'
import type { LoadShedder } from './http/limits/load-shedding.ts'
import type { Metrics } from './http/monitoring/metrics.ts'
import type { Readiness } from './http/monitoring/readiness.ts'
import type { QueueCounts } from './jobs/read-queues.ts'
import type { Breakers } from './integrations/breaker.ts'
import type { Storage } from './integrations/storage.ts'
import type { Tally } from './integrations/tally-lines.ts'
import type { Condition } from './read-condition.ts'

type Needs = {
  pool: pg.Pool
  breakers: Breakers
  storage: Storage
  readiness: Readiness
  loadShedder: LoadShedder
  tally: Tally
  condition: () => Promise<Condition>
}

/** What somebody is woken for: asked of its owners whenever /metrics is. Each alert in docs/alerts is made of these. */
export function showGauges(metrics: Metrics, { pool, breakers, storage, readiness, loadShedder, tally, condition }: Needs) {
  metrics.gauge('carte_database_up', () => (readiness.last() === 'away' ? 0 : 1))
  metrics.gauge('carte_database_writable', () => (['away', 'read-only'].includes(readiness.last()) ? 0 : 1))
  metrics.gauge('carte_stopping', () => (readiness.last() === 'leaving' ? 1 : 0))
  metrics.gauge('carte_database_connections', () => connectionsOf(pool))
  metrics.gauge('carte_database_connections_max', () => pool.options.max ?? 0)
  metrics.gauge('carte_storage_away', () => Number(storage.isAway()))
  metrics.gauge('carte_provider_open', () => breakers.open())
  metrics.gauge('carte_event_loop_lag_seconds', () => loadShedder.gauges().lagSeconds)
  metrics.counter('carte_turned_away_total', () => loadShedder.gauges().turnedAway)
  metrics.counter('carte_events_total', () => tally.counts())
  metrics.gauge('carte_disk_free_bytes', async () => (await condition()).freeBytes)
  const rows = async () => (await condition()).rows
  metrics.gauge('carte_jobs', async () => jobsOf((await rows())?.queues))
  metrics.gauge('carte_job_oldest_waiting_seconds', async () => (await rows())?.oldestSeconds ?? null)
  metrics.gauge('carte_backup_age_seconds', async () => (await rows())?.backupSeconds ?? null)
  metrics.gauge('carte_clock_ahead_seconds', async () => (await rows())?.skewSeconds ?? null)
  metrics.gauge('process_start_time_seconds', () => Math.round(performance.timeOrigin / 1000))
}

function connectionsOf(pool: pg.Pool): Map<string, number> {
  return new Map([
    ['state="busy"', pool.totalCount - pool.idleCount],
    ['state="idle"', pool.idleCount],
    ['state="waited-for"', countWaiting(pool)],
  ])
}

function jobsOf(queues: readonly QueueCounts[] = []): Map<string, number> {
  const states = ['waiting', 'retrying', 'failed'] as const
  return new Map(queues.flatMap((queue) => states.map((state) => [`job="${queue.name}",state="${state}"`, queue[state]] as const)))
}
