import type { OpenWindow, WorkerEvents, WorkerScope } from '../../web/worker/scope.ts'
import type { Shell } from '../../web/worker/shell.ts'
import { startWorker } from '../../web/worker/start-worker.ts'

type Shown = { title: string; options: NotificationOptions }
type Fired<K extends keyof WorkerEvents> = Omit<WorkerEvents[K], 'waitUntil'>
type Wishes = {
  windows?: string[]
  subscribe?: PushManager['subscribe']
  caches?: CacheStorage
  shell?: Shell
  /** What the network answers; where nothing is said, there is none. */
  network?: (path: string, asked: Request) => Response | Promise<Response>
}

export const origin = 'https://carte.example'
const anEmptyShell: Shell = { build: 'one', shared: [], languages: {}, fonts: { far: [], italic: [], farItalic: [] } }

/** A worker of the test's own: what it shows, asks and opens is written down. */
export function aWorker({ windows = [], subscribe, caches, shell = anEmptyShell, network }: Wishes = {}) {
  const shown: Shown[] = []
  const done: string[] = []
  const asked: Request[] = []
  const acts = new Map<string, (event: never) => void>()
  const scope: WorkerScope = {
    location: { origin, host: 'carte.example' },
    navigator: { languages: ['en-GB', 'fr'] },
    registration: {
      showNotification: async (title, options = {}) => void shown.push({ title, options }),
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
      asked.push(request)
      if (!network) throw new TypeError('Failed to fetch')
      return network(request.url.slice(origin.length), request)
    },
    skipWaiting: async () => void done.push('skip waiting'),
    addEventListener: (kind, act) => void acts.set(kind, act),
  }
  startWorker(scope, shell)

  return {
    shown,
    done,
    asked,
    hears: () => [...acts.keys()],
    /** Fires an event and waits as long as the worker asked to be kept alive. */
    async fire<K extends keyof WorkerEvents>(kind: K, fields: Fired<K>) {
      const works: Promise<unknown>[] = []
      const act = acts.get(kind) as ((event: object) => void) | undefined
      act?.({ ...fields, waitUntil: (work: Promise<unknown>) => works.push(work) })
      await Promise.all(works)
      return works.length
    },
    /** Asks as a page does; null where the worker leaves it to the browser. */
    async ask(path: string, { mode = 'cors', referrer = `${origin}/`, ...init }: RequestInit = {}): Promise<Response | null> {
      const request = new Request(new URL(path, origin), init)
      // Nobody but a browser may make a request that leads to another page, or say where it began.
      Object.defineProperties(request, { mode: { value: mode }, referrer: { value: referrer } })
      const answers: Promise<Response>[] = []
      const respondWith = (answer: Promise<Response>) => void answers.push(answer)
      await this.fire('fetch', { request, clientId: 'a window', resultingClientId: 'a window', respondWith })
      return (await answers[0]) ?? null
    },
    async say(data: unknown): Promise<unknown> {
      const said: unknown[] = []
      await this.fire('message', { data, source: { id: 'a window' }, ports: [{ postMessage: (answer) => void said.push(answer) }] })
      return said[0]
    },
  }
}

const aWindow = (url: string, done: string[]): OpenWindow => ({
  id: url,
  url,
  focus: async () => void done.push(`focus ${url}`),
  navigate: async (to) => void done.push(`go ${to}`),
})
