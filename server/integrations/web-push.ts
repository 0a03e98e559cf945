import type { z } from 'zod'
import { readRetryAfter } from '#common/read-retry-after.ts'
import type { PushToken as PushTokenSchema } from '#contract/push.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '#server/settings.ts'
import { createBreakers, type Breakers } from './breaker.ts'
import type { Clock } from './clock.ts'
import { guardedFetch } from './guard/guarded-fetch.ts'
import type { Log } from './log.ts'
import { pushHosts } from './web-push/push-hosts.ts'
import { sendPush, type PushResponse } from './web-push/post-push.ts'
import { readVapid } from './web-push/read-vapid.ts'

export type PushToken = z.output<typeof PushTokenSchema>

/** `gone`: the subscription is over. `refused`: a retry will fail too. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | Deferral
/** `isAgainstDevice`: the service failed at this message. Otherwise it was not called, or it limits us. */
type Deferral = { retryAfterSeconds: number; isAgainstDevice: boolean }

export type WebPush = {
  publicKey(): Promise<string>
  send(token: PushToken, text: string, options: PushOptions): Promise<PushOutcome>
  /** True for endpoints of known push services. */
  isAllowedEndpoint(endpoint: string): boolean
}
export type PushOptions = { ttlSeconds: number; urgency: 'normal' | 'high'; topic?: string }

export type PushSettings = Pick<
  Settings,
  'vapidPublicKey' | 'vapidPrivateKey' | 'vapidSubject' | 'publicUrl' | 'mailFrom' | 'pushHosts' | 'pushCaFile'
>
type Deps = { settings: PushSettings; db: Db; clock: Clock; log: Log; breakers?: Breakers; timeoutMs?: number }

/** The maximum of push services, minus 103 bytes for the encryption. */
const textBytesMax = 3993

/** Sends push notifications through each browser’s push service. `timeoutMs` is for tests. */
export function createWebPush({ settings, db, clock, log, breakers = createBreakers(), timeoutMs = 5000 }: Deps): WebPush {
  const hosts = pushHosts(settings)
  const fetch = guardedFetch({ allow: hosts.allow, ca: hosts.ca })
  return {
    publicKey: async () => (await readVapid(settings, db, clock)).publicKey,
    isAllowedEndpoint: (endpoint) => hosts.find(endpoint) !== null,

    async send(token, text, options) {
      const host = hosts.find(token.endpoint)
      if (!host) return 'refused'
      if (Buffer.byteLength(text) > textBytesMax) {
        log.error('push-too-long', { bytes: Buffer.byteLength(text) })
        return 'refused'
      }
      const breaker = breakers.of(`push ${host.family}`)
      const retryAfterSeconds = breaker.retryAfterSeconds()
      if (retryAfterSeconds > 0) return { retryAfterSeconds, isAgainstDevice: false }
      const vapid = await readVapid(settings, db, clock)
      const answer = await sendPush({ fetch, token, text, options, vapid, timeoutMs })
      // A response concerns one device; only a missing response counts against the service.
      breaker.record(answer.isUnsendable === true || answer.status > 0)
      const outcome = readOutcome(answer, clock.now())
      // The endpoint is a secret: log only the service’s name.
      if (outcome === 'refused') log.error('push-refused', { service: host.name, status: answer.status })
      else if (typeof outcome === 'object') log.warn('push-deferred', { service: host.name, status: answer.status })
      return outcome
    },
  }
}

const defaultRetrySeconds = 5

/** Maps a push service’s response to the outcome for the device. */
export function readOutcome({ status, retryAfter, body, isUnsendable }: PushResponse, now: Date): PushOutcome {
  if (isUnsendable) return 'gone'
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  // Subscribed with another VAPID key: it can never work. Other key errors mean our settings are wrong.
  if ((status === 400 || status === 403) && /VapidPkHashMismatch|do not correspond/i.test(body)) return 'gone'
  if (status === 0 || status === 408 || status === 429 || status >= 500)
    return {
      retryAfterSeconds: readRetryAfter(retryAfter, now.getTime()) ?? defaultRetrySeconds,
      isAgainstDevice: status === 0 || status >= 500,
    }
  return 'refused'
}
