import type { OpenWindow, WorkerEvents, WorkerScope } from '../../web/worker/scope.ts'
import type { Shell } from '../../web/worker/shell.ts'
import { startWorker } from '../../web/worker/start-worker.ts'

type DisplayedNotification = { title: string; options: NotificationOptions }
type Fired<K extends keyof WorkerEvents> = Omit<WorkerEvents[K], 'waitUntil'>
type WorkerOptions = {
  windows?: string[]
  subscribe?: PushManager['subscribe']
  caches?: CacheStorage
  shell?: Shell
  /** The network’s responses; offline by default. */
  network?: (path: string, request: Request) => Response | Promise<Response>
}

export const origin = 'https://carte.example'
const anEmptyShell: Shell = { build: 'one', shared: [], languages: {}, fonts: { extended: [], italic: [], extendedItalic: [] } }

/** A service worker for tests that records its notifications, requests and windows. */
export function aWorker({ windows = [], subscribe, caches, shell = anEmptyShell, network }: WorkerOptions = {}) {
  const notifications: DisplayedNotification[] = []
  const done: string[] = []
  const requests: Request[] = []
  const listeners = new Map<string, (event: never) => void>()
  const scope: WorkerScope = {
    location: { origin, host: 'carte.example' },
    navigator: { languages: ['en-GB', 'fr'] },
    registration: {
      showNotification: async (title, options = {}) => void notifications.push({ title, options }),
      pushManager: { subscribe: subscribe ?? (() => Promise.reject(new Error('no push service'))) },
      update: async () => void done.push('update'),
    },
    clients: {
      claim: async () => void done.push('claim'),
      matchAll: async () => windows.map((url) => aWindow(url, done)),
      openWindow: async (url) => void done.push(`open ${url}`),
    },
    ...(caches ? { caches } : {}),
    async fetch(address, init) {
      const request = typeof address === 'string' ? new Request(new URL(address, origin), init) : address
      requests.push(request)
      if (!network) throw new TypeError('Failed to fetch')
      return network(request.url.slice(origin.length), request)
    },
    skipWaiting: async () => void done.push('skip waiting'),
    addEventListener: (kind, listener) => void listeners.set(kind, listener),
  }
  startWorker(scope, shell)

  return {
    notifications,
    done,
    requests,
    eventTypes: () => [...listeners.keys()],
    /** Fires an event and waits as long as the worker asked to be kept alive. */
    async fire<K extends keyof WorkerEvents>(kind: K, fields: Fired<K>) {
      const works: Promise<unknown>[] = []
      const listener = listeners.get(kind) as ((event: object) => void) | undefined
      listener?.({ ...fields, waitUntil: (work: Promise<unknown>) => works.push(work) })
      await Promise.all(works)
      return works.length
    },
    /** Sends a request as a page does; null if the worker does not handle it. */
    async ask(path: string, { mode = 'cors', referrer = `${origin}/`, ...init }: RequestInit = {}): Promise<Response | null> {
      const request = new Request(new URL(path, origin), init)
      // Only browsers can set a request’s mode to navigation or its referrer.
      Object.defineProperties(request, { mode: { value: mode }, referrer: { value: referrer } })
      const answers: Promise<Response>[] = []
      const respondWith = (answer: Promise<Response>) => void answers.push(answer)
      await this.fire('fetch', { request, clientId: 'a window', resultingClientId: 'a window', respondWith })
      return (await answers[0]) ?? null
    },
    async postMessage(data: unknown): Promise<unknown> {
      const replies: unknown[] = []
      await this.fire('message', { data, source: { id: 'a window' }, ports: [{ postMessage: (answer) => void replies.push(answer) }] })
      return replies[0]
    },
  }
}

const aWindow = (url: string, done: string[]): OpenWindow => ({
  id: url,
  url,
  focus: async () => void done.push(`focus ${url}`),
  navigate: async (to) => void done.push(`go ${to}`),
})
