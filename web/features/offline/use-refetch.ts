import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isUnreachable } from '../../platform/connection/reach.ts'
import { cachedMark } from '../../platform/app/worker-messages.ts'

const againMs = 1000
const triesMax = 20

/**
 * Revalidates until the answer comes from the server: right after a reconnect, the worker may still answer from its cache. If the
 * server is down, the reconnect event takes over.
 */
export function useRefetch(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return async function ask(triesLeft = triesMax): Promise<void> {
    clearTimeout(timer.current)
    const startedMs = performance.now()
    await revalidate()
    // The resource timing entry arrives a moment after the response.
    timer.current = setTimeout(() => {
      if (triesLeft > 0 && !isUnreachable() && wasAnsweredFromCache(startedMs)) void ask(triesLeft - 1)
    }, againMs)
  }
}

/** Older browsers hide Server-Timing from scripts. */
export const isFromCache = ({ serverTiming }: Partial<PerformanceResourceTiming>) =>
  Boolean(serverTiming?.some(({ name }) => name === cachedMark))

const wasAnsweredFromCache = (sinceMs: number) =>
  performance
    .getEntriesByType('resource')
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.startTime >= sinceMs && isFromCache(entry))
