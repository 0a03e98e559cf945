import type { OpenWindow, WorkerEvents, WorkerScope } from './scope.ts'
import { startWorker } from './start-worker.ts'

type Shown = { title: string; options: NotificationOptions }
type Fired<K extends keyof WorkerEvents> = Omit<WorkerEvents[K], 'waitUntil'>

/** A worker of the test's own: what it shows and opens is written down. */
export function aWorker({ windows = [], subscribe }: { windows?: string[]; subscribe?: PushManager['subscribe'] } = {}) {
  const shown: Shown[] = []
  const done: string[] = []
  const acts = new Map<string, (event: never) => void>()
  const scope: WorkerScope = {
    location: { origin: 'https://carte.example', host: 'carte.example' },
    registration: {
      showNotification: async (title, options = {}) => void shown.push({ title, options }),
      pushManager: { subscribe: subscribe ?? (() => Promise.reject(new Error('no push service'))) },
    },
    clients: {
      claim: async () => void done.push('claim'),
      matchAll: async () => windows.map((url) => aWindow(url, done)),
      openWindow: async (url) => void done.push(`open ${url}`),
    },
    addEventListener: (kind, act) => void acts.set(kind, act),
  }
  startWorker(scope)

  return {
    shown,
    done,
    hears: () => [...acts.keys()],
    /** Fires an event and waits as long as the worker asked to be kept alive. */
    async fire<K extends keyof WorkerEvents>(kind: K, fields: Fired<K>) {
      const works: Promise<unknown>[] = []
      const act = acts.get(kind) as ((event: object) => void) | undefined
      act?.({ ...fields, waitUntil: (work: Promise<unknown>) => works.push(work) })
      await Promise.all(works)
      return works.length
    },
  }
}

const aWindow = (url: string, done: string[]): OpenWindow => ({
  url,
  focus: async () => void done.push(`focus ${url}`),
  navigate: async (to) => void done.push(`go ${to}`),
})
