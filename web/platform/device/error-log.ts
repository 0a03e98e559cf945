import { useEffect, useSyncExternalStore } from 'react'

type LogEntry = { received: number; message: string }

const entriesMax = 100
const lengthMax = 500

let entries: readonly LogEntry[] = []
const listeners = new Set<() => void>()

/** Logs an event of this page load, newest last. The log lives in this window only. */
export function logEvent(message: string) {
  entries = [...entries, { received: Date.now(), message: message.slice(0, lengthMax) }].slice(-entriesMax)
  for (const notify of listeners) notify()
}

const watch = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

export const readPageLog = () => entries

const none: readonly LogEntry[] = []
export const usePageLog = () => useSyncExternalStore(watch, readPageLog, () => none)

let writers = 0
let left = new AbortController()

/** Logs uncaught errors, once, however many components use it. */
export function useErrorLogging() {
  useEffect(() => {
    if (writers++ === 0) {
      left = new AbortController()
      addEventListener('error', ({ message }) => logEvent(`error: ${message}`), { signal: left.signal })
      addEventListener('unhandledrejection', ({ reason }) => logEvent(`rejected: ${describe(reason)}`), { signal: left.signal })
    }
    return () => {
      if (--writers === 0) left.abort()
    }
  }, [])
}

function describe(reason: unknown): string {
  if (reason instanceof Error) return reason.message
  try {
    return typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? 'nothing')
  } catch {
    return 'something'
  }
}
