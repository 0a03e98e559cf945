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
      held += `${JSON.stringify({ at: new Date().toISOString(), level: at, event, ...facts }, plainErrors)}\n`
      if (at === 'error' || held.length > holdBytes) return flush()
      timer ??= setTimeout(flush, holdMs).unref()
    }
  }

  return { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error'), flush }
}

/** Errors have no enumerable fields: without this they are logged as {}. */
function plainErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { message: value.message, name: value.name, stack: value.stack, ...(value.cause ? { cause: value.cause } : {}) }
}
