import type { Log, LogLevel } from './log.ts'

export type LogEventCounts = { log: Log; counts(): ReadonlyMap<string, number> }

/** One per request; counted by the request metrics. */
const requestEvent = 'answered'

/** Events with alerts start at 0: `increase()` does not see a counter that appears with 1. */
const watchedEvents = [
  ['error', 'unexpected'],
  ['error', 'database-exited'],
  ['error', 'database-restart-failed'],
  ['error', 'billing-event-failed'],
  ['error', 'paid-without-subscription'],
  ['warn', 'captcha-provider-down'],
  ['info', 'contact-quarantined'],
  ['warn', 'mail-refused'],
] as const satisfies [LogLevel, string][]

const labelsOf = (level: LogLevel, event: string) => `event="${event}",level="${level}"`

/** Wraps a log and counts each event for alerts. Event names are constants, so there are few labels. */
export function countLogEvents(log: Log): LogEventCounts {
  const counts = new Map(watchedEvents.map(([level, event]) => [labelsOf(level, event), 0]))

  const counting =
    (level: LogLevel): Log[LogLevel] =>
    (event, facts) => {
      if (event !== requestEvent) {
        const labels = labelsOf(level, event)
        counts.set(labels, (counts.get(labels) ?? 0) + 1)
      }
      log[level](event, facts)
    }

  return {
    log: { debug: log.debug, info: counting('info'), warn: counting('warn'), error: counting('error'), flush: log.flush },
    counts: () => counts,
  }
}
