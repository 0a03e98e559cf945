/** The worker APIs that this code uses; the project's types are a page's, not a worker's. */
export type WorkerScope = {
  location: { origin: string; host: string }
  navigator: { languages: readonly string[] }
  registration: {
    showNotification(title: string, options?: NotificationOptions): Promise<void>
    pushManager: Pick<PushManager, 'subscribe'>
    navigationPreload?: { enable(): Promise<void> }
    update(): Promise<unknown>
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  /** Missing if the browser blocks storage. */
  caches?: CacheStorage
  fetch(address: string | Request, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(kind: K, act: (event: WorkerEvents[K]) => void): void
}

export type OpenWindow = { id: string; url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }

type Extendable = { waitUntil(work: Promise<unknown>): void }

export type WorkerEvents = {
  install: Extendable
  activate: Extendable
  fetch: Extendable & {
    request: Request
    /** The requesting window; for a navigation, the window it will become. */
    clientId: string
    resultingClientId: string
    preloadResponse?: Promise<Response | undefined>
    respondWith(answer: Promise<Response>): void
  }
  message: Extendable & { data: unknown; source: { id: string } | null; ports: readonly { postMessage(reply: unknown): void }[] }
  /** Newer browsers parse declarative push messages and pass the proposed notification instead of its text. */
  push: Extendable & { data: { text(): string } | null; notification?: ProposedNotification | null }
  notificationclick: Extendable & { notification: { data: unknown; close(): void } }
  pushsubscriptionchange: Extendable & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }
}

type ProposedNotification = { title: string; body: string; tag: string; icon?: string; navigate?: string; data: unknown }
