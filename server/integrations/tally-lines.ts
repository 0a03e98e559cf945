import type { Log, LogLevel } from './log.ts'

export type Tally = { log: Log; counts(): ReadonlyMap<string, number> }

/** Every answer has its line, and is counted elsewhere. */
const uncounted = 'answered'

/** What an alert counts begins at nought: of a count that begins at one nobody sees that it grew. */
const watched = [
  ['error', 'unexpected'],
  ['error', 'database-fell'],
  ['error', 'database-stays-down'],
  ['error', 'billing-event-troubled'],
  ['error', 'paid-and-nothing-bought'],
  ['warn', 'captcha-provider-down'],
  ['info', 'contact-held'],
] as const satisfies [LogLevel, string][]

const labelsOf = (level: LogLevel, event: string) => `event="${event}",level="${level}"`

/** The same log, and how often each event was told: an alert counts what a log only says. Events are our own words, so they are few. */
export function tallyLines(log: Log): Tally {
  const counts = new Map(watched.map(([level, event]) => [labelsOf(level, event), 0]))

  const counting =
    (level: LogLevel): Log[LogLevel] =>
    (event, facts) => {
      if (event !== uncounted) {
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
