import { useEffect, useSyncExternalStore } from 'react'

export type LogEntry = { received: number; message: string }

const entriesMax = 100
const lengthMax = 500

let entries: readonly LogEntry[] = []
const heard = new Set<() => void>()

/** What happened since the page was loaded, the newest last. It stays in this window, and goes with it. */
export function note(message: string) {
  entries = [...entries, { received: Date.now(), message: message.slice(0, lengthMax) }].slice(-entriesMax)
  for (const hear of heard) hear()
}

const watch = (hear: () => void) => {
  heard.add(hear)
  return () => void heard.delete(hear)
}

export const readLog = () => entries

const none: readonly LogEntry[] = []
export const useLog = () => useSyncExternalStore(watch, readLog, () => none)

let writers = 0
let left = new AbortController()

/** Writes down what fails from now on: once, however many of the page's parts see to it. */
export function useLogBook() {
  useEffect(() => {
    if (writers++ === 0) {
      left = new AbortController()
      addEventListener('error', ({ message }) => note(`error: ${message}`), { signal: left.signal })
      addEventListener('unhandledrejection', ({ reason }) => note(`rejected: ${said(reason)}`), { signal: left.signal })
    }
    return () => {
      if (--writers === 0) left.abort()
    }
  }, [])
}

function said(reason: unknown): string {
  if (reason instanceof Error) return reason.message
  try {
    return typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? 'nothing')
  } catch {
    return 'something'
  }
}
