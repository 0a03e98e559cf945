/** Messages from pages to the service worker. */
export type WorkerMessage =
  /** Caches this card for offline use; `language` is the page's. */
  | { kind: 'keep'; alias: string; language: string }
  /** The waiting worker takes over now. */
  | { kind: 'apply' }

/** `isReached`: the server answered, now or a moment ago. `isNewer`: the page may show older content than the cache. */
export type CardCacheStatus = { isCached: boolean; isReached: boolean; isNewer: boolean; cachedAt: number | null }

/** Server-Timing name of a page answered from the cache. */
export const cachedMark = 'cached'

export const notCached: CardCacheStatus = { isCached: false, isReached: false, isNewer: false, cachedAt: null }

export function readMessage(found: unknown): WorkerMessage | null {
  if (typeof found !== 'object' || found === null) return null
  const { kind, alias, language } = found as Record<string, unknown>
  if (kind === 'apply') return { kind }
  if (kind !== 'keep' || typeof alias !== 'string' || typeof language !== 'string') return null
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/i.test(alias) || !/^[\w-]{2,8}$/.test(language)) return null
  return { kind, alias: alias.toLowerCase(), language }
}

/** Posts a message and waits for the reply; resolves to `otherwise` after `withinMs`. */
export function callWorker<T>(
  worker: Pick<ServiceWorker, 'postMessage'>,
  message: WorkerMessage,
  otherwise: T,
  withinMs = 60_000,
): Promise<T> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(otherwise), withinMs)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      port1.close()
      resolve(data as T)
    }
    worker.postMessage(message, [port2])
  })
}
