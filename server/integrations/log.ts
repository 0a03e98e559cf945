import { plainError, withoutPeople } from './plain-error.ts'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

type Say = (event: string, facts?: Record<string, unknown>) => void
export type Log = Record<LogLevel, Say> & { flush(): void }

const holdMs = 100
const holdBytes = 64 * 1024

/**
 * One JSON line an event. Lines are gathered for a moment and written together: a busy server writes ten times a
 * second, not ten thousand. JSON escapes line breaks, so nobody's name can forge a line.
 */
export function createLog(level: LogLevel, write: (lines: string) => void = (lines) => void process.stdout.write(lines)): Log {
  const least = logLevels.indexOf(level)
  let held = ''
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (held) write(held)
    held = ''
  }

  function say(at: LogLevel): Say {
    if (logLevels.indexOf(at) < least) return () => {}
    return (event, facts) => {
      held += `${lineOf(at, event, facts)}\n`
      if (at === 'error' || held.length > holdBytes) return flush()
      timer ??= setTimeout(flush, holdMs).unref()
    }
  }

  return { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error'), flush }
}

function lineOf(level: LogLevel, event: string, facts?: Record<string, unknown>): string {
  const head = { at: new Date().toISOString(), level, event }
  try {
    return JSON.stringify({ ...head, ...facts, ...head }, plainly)
  } catch {
    // Facts that turn in a circle: that it happened matters more than how.
    return JSON.stringify(head)
  }
}

function plainly(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return value.includes('@') || value.includes('?') ? withoutPeople(value) : value
  return value instanceof Error ? plainError(value) : value
}
