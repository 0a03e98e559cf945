import { styleText } from 'node:util'
import { redactError, redactPersonalData } from './redact-error.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]
export const logLevels = ['auto', ...levels] as const
export const logFormats = ['auto', 'json', 'text'] as const
type LogFormat = (typeof logFormats)[number]

type LogMethod = (event: string, fields?: Record<string, unknown>) => void
export type Log = Record<LogLevel, LogMethod> & { flush(): void }

const flushAfterMs = 100
const flushBytes = 64 * 1024

const toStdout = (lines: string) => void process.stdout.write(lines)

/** People read text in a terminal; everything else gets JSON. */
export const isTextLog = (format: LogFormat) => format === 'text' || (format === 'auto' && process.stdout.isTTY)

/**
 * Writes one line per event, as JSON or as text. Lines are buffered briefly: a busy server writes ten times a second, not ten thousand.
 * Line breaks are escaped, so values cannot forge a line.
 */
export function createLog(
  level: (typeof logLevels)[number],
  write: (lines: string) => void = toStdout,
  format: LogFormat = 'json',
  isTerminal = process.stdout.isTTY,
): Log {
  const isText = isTextLog(format)
  // A line per request would move the address out of a person's sight.
  const automatic = isText && isTerminal ? 'warn' : 'info'
  const least = levels.indexOf(level === 'auto' ? automatic : level)
  // What is expected to fail at times, such as a job that is retried, has a reason. An unexpected error has its stack.
  const hasStack = (at: LogLevel) => at === 'error' || least === levels.indexOf('debug')
  const lineOf: typeof jsonLine = isText
    ? (at, event, fields) => textLine(at, event, hasStack(at) ? fields : withReasons(fields))
    : jsonLine
  let buffered = ''
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (buffered) write(buffered)
    buffered = ''
  }

  function logAt(at: LogLevel): LogMethod {
    if (levels.indexOf(at) < least) return () => {}
    return (event, fields) => {
      buffered += `${lineOf(at, event, fields)}\n`
      if (at === 'error' || buffered.length > flushBytes) return flush()
      timer ??= setTimeout(flush, flushAfterMs).unref()
    }
  }

  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error'), flush }
}

export function jsonLine(level: LogLevel, event: string, fields?: Record<string, unknown>): string {
  const head = { at: new Date().toISOString(), level, event }
  try {
    return JSON.stringify({ ...head, ...fields, ...head }, isPlain(fields) ? undefined : toPlainValue)
  } catch {
    // Circular fields: log the event without them.
    return JSON.stringify(head)
  }
}

const colors = { debug: 'dim', info: 'green', warn: 'yellow', error: 'red' } as const

/** `12:04:05 job-failed queue=mail error="no answer"`, in color where the terminal has it. */
function textLine(level: LogLevel, event: string, fields?: Record<string, unknown>): string {
  const { at, level: _level, event: _event, ...details }: Record<string, unknown> = JSON.parse(jsonLine(level, event, fields))
  const pairs = Object.entries(details).map(([name, value]) => styleText('dim', ` ${name}=`) + textOf(value))
  return `${styleText('dim', String(at).slice(11, 19))} ${styleText(colors[level], event)}${pairs.join('')}`
}

const withReasons = (fields: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? reasonOf(value) : value]))

/** A cause may lead in a circle. */
const causesMax = 5

/** `connect refused: TypeError: no host`: an error and what caused it, without stacks. */
function reasonOf(error: Error, depth = 0): string {
  const { name, message, code, cause } = redactError(error)
  const own = [name === 'Error' ? '' : name, message || code].filter(Boolean).join(': ')
  const causes = [cause].flat().filter((one) => one instanceof Error)
  if (causes.length === 0 || depth === causesMax) return own
  return `${own}: ${causes.map((one) => reasonOf(one, depth + 1)).join('; ')}`
}

/** Control characters are escaped, because a terminal would obey them. */
const textOf = (value: unknown) =>
  (typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value) ? value : JSON.stringify(value)).replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** True if no value needs to be changed: then JSON is several times as fast, which counts with a line for every answer. */
function isPlain(fields: Record<string, unknown> = {}): boolean {
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string' ? mayBePersonal(value) : typeof value !== 'number' && typeof value !== 'boolean') return false
  }
  return true
}

const mayBePersonal = (text: string) => text.includes('@') || text.includes('?')

function toPlainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return mayBePersonal(value) ? redactPersonalData(value) : value
  return value instanceof Error ? redactError(value) : value
}
