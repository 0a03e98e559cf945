import { createHmac } from 'node:crypto'
import type { Account } from './account.ts'
import type { StripeEvent } from './objects.ts'

/** How events are delivered. `hold` queues them until `deliver` is called; `lose` never sends them. */
export type WebhookMood = 'deliver' | 'twice' | 'hold' | 'lose' | 'forged' | 'stale' | 'future' | 'truncated'
export type Delivered = { event: StripeEvent; status: number }
export type Listener = string | ((request: Request) => Response | Promise<Response>)

export type Webhooks = {
  mood: WebhookMood
  secret: string
  /** Receives events: an address, or a handler in this process. */
  listener: Listener | null
  delivered: Delivered[]
  /** Delivers all queued and failed events, or the given ones, in that order. */
  deliver(events?: StripeEvent[], mood?: WebhookMood): Promise<Delivered[]>
  /** Resolves when all automatic deliveries are done. */
  settled(): Promise<void>
}

export function sign(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** An event as a webhook request. */
export function requestFor(event: StripeEvent, to: string, at: number, secret: string, mood: WebhookMood): Request {
  const body = JSON.stringify(event, null, 2)
  const seconds = mood === 'stale' ? at - 400 : mood === 'future' ? at + 400 : at
  const signature = sign(body, mood === 'forged' ? 'whsec_of_another_account' : secret, seconds)
  return new Request(to, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, 'user-agent': 'Stripe/1.0' },
    body: mood === 'truncated' ? body.slice(0, -20) : body,
  })
}

export function theWebhooks(account: Account, secret: string): Webhooks {
  let deliveries: Promise<unknown> = Promise.resolve()
  const waiting = new Set<StripeEvent>()

  async function send(event: StripeEvent, mood: WebhookMood): Promise<Delivered> {
    const { listener } = state
    if (!listener) throw new Error('No listener is set.')
    const to = typeof listener === 'string' ? listener : 'http://localhost/remote/subscription/events'
    const request = requestFor(event, to, account.time.signedAt(), state.secret, mood)
    const { status } = await arrive(listener, request).catch(() => ({ status: 0 }))
    const delivered = { event, status }
    state.delivered.push(delivered)
    if (status >= 200 && status < 300) waiting.delete(event)
    return delivered
  }

  const state: Webhooks = {
    mood: 'deliver',
    secret,
    listener: null,
    delivered: [],
    async deliver(events = [...waiting], mood = 'deliver') {
      const done: Delivered[] = []
      for (const event of events) done.push(await send(event, mood))
      return done
    },
    async settled() {
      for (let last; last !== deliveries;) await (last = deliveries)
    },
  }
  account.onEvent = (event) => {
    const { mood, listener } = state
    if (mood === 'lose') return
    waiting.add(event)
    if (mood === 'hold' || !listener) return
    const times = mood === 'twice' ? 2 : 1
    for (let sent = 0; sent < times; sent += 1) deliveries = deliveries.then(() => send(event, mood))
  }
  return state
}

const arrive = async (listener: Listener, request: Request) => (typeof listener === 'string' ? fetch(request) : listener(request))
