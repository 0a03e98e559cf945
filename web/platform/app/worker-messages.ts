/** What pages tell the worker, and what it answers. */
export type ToWorker =
  /** Keeps this card for when there is no connection; `language` is what the page speaks. */
  | { kind: 'keep'; alias: string; language: string }
  /** The worker that waits takes over now. */
  | { kind: 'apply' }

/** `isReached`: the server was, now or a moment ago. `isNewer`: the page that asked may show less than there is by now. */
export type Kept = { isKept: boolean; isReached: boolean; isNewer: boolean; keptAt: number | null }

/** A page that was answered from the device says so among its timings, which scripts can read. */
export const keptMark = 'kept'

export const notKept: Kept = { isKept: false, isReached: false, isNewer: false, keptAt: null }

export function readMessage(found: unknown): ToWorker | null {
  if (typeof found !== 'object' || found === null) return null
  const { kind, alias, language } = found as Record<string, unknown>
  if (kind === 'apply') return { kind }
  if (kind !== 'keep' || typeof alias !== 'string' || typeof language !== 'string') return null
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/i.test(alias) || !/^[\w-]{2,8}$/.test(language)) return null
  return { kind, alias: alias.toLowerCase(), language }
}

/** Says it and waits for the answer; a worker that never answers is waited for no longer than this. */
export function askWorker<T>(worker: Pick<ServiceWorker, 'postMessage'>, said: ToWorker, otherwise: T, withinMs = 60_000): Promise<T> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(otherwise), withinMs)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data as T)
    }
    worker.postMessage(said, [port2])
  })
}
