import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isAway } from '../../platform/connection/reach.ts'
import { keptMark } from '../../platform/app/worker-messages.ts'

const againMs = 1000
const triesMax = 20

/**
 * Asks for the page anew, until the server has answered: the worker may have been quicker with what the device keeps, as just
 * after a connection came back. Where the server is away, its coming back is heard.
 */
export function useAskAnew(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return async function ask(triesLeft = triesMax): Promise<void> {
    clearTimeout(timer.current)
    const begunMs = performance.now()
    await revalidate()
    // How an answer came is told a moment after it did.
    timer.current = setTimeout(() => {
      if (triesLeft > 0 && !isAway() && isAnsweredKept(begunMs)) void ask(triesLeft - 1)
    }, againMs)
  }
}

/** Older browsers do not let scripts read it. */
export const isMarkedKept = ({ serverTiming }: Partial<PerformanceResourceTiming>) =>
  Boolean(serverTiming?.some(({ name }) => name === keptMark))

const isAnsweredKept = (sinceMs: number) =>
  performance
    .getEntriesByType('resource')
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.startTime >= sinceMs && isMarkedKept(entry))
