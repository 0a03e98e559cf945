/** What the worker uses of its surroundings; the page's types, which the project is checked with, do not know a worker's. */
export type WorkerScope = {
  location: { origin: string; host: string }
  registration: {
    showNotification(title: string, options?: NotificationOptions): Promise<void>
    pushManager: Pick<PushManager, 'subscribe'>
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener<K extends keyof WorkerEvents>(kind: K, act: (event: WorkerEvents[K]) => void): void
}

export type OpenWindow = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }

type Lasting = { waitUntil(work: Promise<unknown>): void }

export type WorkerEvents = {
  activate: Lasting
  /** Newer browsers read the message themselves, and hand over the notification they would show in place of its text. */
  push: Lasting & { data: { text(): string } | null; notification?: ProposedNotification | null }
  notificationclick: Lasting & { notification: { data: unknown; close(): void } }
  pushsubscriptionchange: Lasting & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }
}

export type ProposedNotification = { title: string; body: string; tag: string; icon?: string; navigate?: string; data: unknown }
