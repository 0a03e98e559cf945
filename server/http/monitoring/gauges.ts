import type pg from 'pg'
import { countWaiting } from '../../database/pool.ts'
import type { LoadShedder } from '../limits/load-shedding.ts'
import type { WebhookCounts } from './count-webhook-attempts.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { QueueCounts } from '../../jobs/read-queues.ts'
import type { Breakers } from '../../integrations/breaker.ts'
import type { Storage } from '../../integrations/storage.ts'
import type { LogEventCounts } from '../../integrations/count-log-events.ts'
import type { HealthValues } from './health-values.ts'

type Deps = {
  pool: pg.Pool
  breakers: Breakers
  storage: Storage
  readiness: Readiness
  loadShedder: LoadShedder
  logCounts: LogEventCounts
  webhookCounts: WebhookCounts
  readHealth: () => Promise<HealthValues>
}

/** The gauges that the alerts in docs/alerts use. Each is read on every scrape of /metrics. */
export function registerGauges(
  metrics: Metrics,
  { pool, breakers, storage, readiness, loadShedder, logCounts, webhookCounts, readHealth }: Deps,
) {
  metrics.gauge('carte_database_up', () => (readiness.last() === 'unavailable' ? 0 : 1))
  metrics.gauge('carte_database_writable', () => (['unavailable', 'locked', 'read-only'].includes(readiness.last()) ? 0 : 1))
  metrics.gauge('carte_stopping', () => (readiness.last() === 'stopping' ? 1 : 0))
  metrics.gauge('carte_database_connections', () => connectionsOf(pool))
  metrics.gauge('carte_database_connections_max', () => pool.options.max ?? 0)
  metrics.gauge('carte_storage_unavailable', () => Number(storage.isAway()))
  metrics.gauge('carte_provider_open', () => breakers.open())
  metrics.gauge('carte_event_loop_lag_seconds', () => loadShedder.gauges().lagSeconds)
  metrics.counter('carte_requests_shed_total', () => loadShedder.gauges().shed)
  metrics.counter('carte_events_total', () => logCounts.counts())
  metrics.gauge('carte_disk_free_bytes', async () => (await readHealth()).freeBytes)
  const rows = async () => (await readHealth()).rows
  metrics.gauge('carte_jobs', async () => jobsOf((await rows())?.queues))
  metrics.gauge('carte_job_oldest_waiting_seconds', async () => (await rows())?.oldestSeconds ?? null)
  metrics.gauge('carte_webhook_jobs_waiting', async () => (await rows())?.webhooks.waiting ?? null)
  metrics.gauge('carte_webhook_overdue_seconds', async () => (await rows())?.webhooks.overdueSeconds ?? null)
  metrics.counter('carte_webhook_attempts_total', () => webhookCounts.outcomes())
  metrics.histogram('carte_webhook_attempt_seconds', webhookCounts.durations)
  metrics.gauge('carte_backup_age_seconds', async () => (await rows())?.backups.ageSeconds ?? null)
  metrics.gauge('carte_backup_last_success_timestamp_seconds', async () => (await rows())?.backups.lastSeconds ?? null)
  metrics.gauge('carte_backup_rehearsal_last_success_timestamp_seconds', async () => (await rows())?.backups.rehearsedSeconds ?? null)
  metrics.gauge('carte_backup_failed', async () => (await rows())?.backups.failed ?? null)
  metrics.gauge('carte_clock_ahead_seconds', async () => (await rows())?.skewSeconds ?? null)
  metrics.gauge('process_start_time_seconds', () => Math.round(performance.timeOrigin / 1000))
}

function connectionsOf(pool: pg.Pool): Map<string, number> {
  return new Map([
    ['state="busy"', pool.totalCount - pool.idleCount],
    ['state="idle"', pool.idleCount],
    ['state="waiting"', countWaiting(pool)],
  ])
}

function jobsOf(queues: readonly QueueCounts[] = []): Map<string, number> {
  const states = ['waiting', 'retrying', 'failed'] as const
  return new Map(queues.flatMap((queue) => states.map((state) => [`job="${queue.name}",state="${state}"`, queue[state]] as const)))
}
