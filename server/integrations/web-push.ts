import type { z } from 'zod'
import type { PushToken as PushTokenSchema } from '#contract/push.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '#server/settings.ts'
import { createBreakers, type Breakers } from './breaker.ts'
import type { Clock } from './clock.ts'
import { guardedFetch } from './guard/guarded-fetch.ts'
import type { Log } from './log.ts'
import { pushHosts } from './web-push/push-hosts.ts'
import { postPush, type PushAnswer } from './web-push/post-push.ts'
import { readVapid } from './web-push/read-vapid.ts'

export type PushToken = z.output<typeof PushTokenSchema>

/** `gone`: that device listens no more. `refused`: it will not be taken the next time either. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | PutOff
/** `isAgainstDevice`: its service failed at this message. Otherwise nobody was asked, nothing came, or it has enough of us. */
type PutOff = { retryAfterSeconds: number; isAgainstDevice: boolean }

export type WebPush = {
  publicKey(): Promise<string>
  send(token: PushToken, text: string, options: PushOptions): Promise<PushOutcome>
  /** Whether a device may name this address: those of known push services only. */
  mayUse(endpoint: string): boolean
}
export type PushOptions = { ttlSeconds: number; urgency: 'normal' | 'high'; topic?: string }

export type PushSettings = Pick<
  Settings,
  'vapidPublicKey' | 'vapidPrivateKey' | 'vapidSubject' | 'publicUrl' | 'mailFrom' | 'pushHosts' | 'pushCaFile'
>
type Needs = { settings: PushSettings; db: Db; clock: Clock; log: Log; breakers?: Breakers; timeoutMs?: number }

/** With the 103 bytes of its encryption, the most that push services take. */
const textBytesMax = 3993

/** Notices to people's devices, by the push service each browser chose. `timeoutMs` is for tests. */
export function createWebPush({ settings, db, clock, log, breakers = createBreakers(), timeoutMs = 5000 }: Needs): WebPush {
  const hosts = pushHosts(settings)
  const fetch = guardedFetch({ whom: hosts.whom, ca: hosts.ca })
  return {
    publicKey: async () => (await readVapid(settings, db, clock)).publicKey,
    mayUse: (endpoint) => hosts.find(endpoint) !== null,

    async send(token, text, options) {
      const host = hosts.find(token.endpoint)
      if (!host) return 'refused'
      if (Buffer.byteLength(text) > textBytesMax) {
        log.error('push-too-long', { bytes: Buffer.byteLength(text) })
        return 'refused'
      }
      const breaker = breakers.of(`push ${host.family}`)
      const retryAfterSeconds = breaker.rests()
      if (retryAfterSeconds > 0) return { retryAfterSeconds, isAgainstDevice: false }
      const vapid = await readVapid(settings, db, clock)
      const answer = await postPush({ fetch, token, text, options, vapid, timeoutMs })
      // What it answers is about that one device; only where nothing comes is it away for all.
      breaker.went(answer.isUnsendable === true || answer.status > 0)
      const outcome = readOutcome(answer, clock.now())
      // The endpoint is as good as a key to that person's device: only the service's name is written down.
      if (outcome === 'refused') log.error('push-refused', { service: host.name, status: answer.status })
      else if (typeof outcome === 'object') log.warn('push-put-off', { service: host.name, status: answer.status })
      return outcome
    },
  }
}

const usualWaitSeconds = 5
/** A service that says “in a thousand years” is asked again tomorrow. */
const waitSecondsMax = 86_400

/** What an answer of a push service means for the device. */
export function readOutcome({ status, retryAfter, body, isUnsendable }: PushAnswer, now: Date): PushOutcome {
  if (isUnsendable) return 'gone'
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  // Subscribed with a key we no longer have: it will never work again. Other refusals of our key are our own fault.
  if ((status === 400 || status === 403) && /VapidPkHashMismatch|do not correspond/i.test(body)) return 'gone'
  if (status === 0 || status === 408 || status === 429 || status >= 500)
    return { retryAfterSeconds: readWait(retryAfter, now), isAgainstDevice: status === 0 || status >= 500 }
  return 'refused'
}

/** Seconds, or a date. */
function readWait(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return usualWaitSeconds
  if (/^\d+$/.test(retryAfter)) return Math.min(waitSecondsMax, Number(retryAfter))
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? usualWaitSeconds : Math.min(waitSecondsMax, Math.max(0, Math.ceil((until - now.getTime()) / 1000)))
}
