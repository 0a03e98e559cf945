import { request } from 'node:https'
import type { PushOptions, PushToken } from '../web-push.ts'
import type { PushHost } from './push-hosts.ts'
import type { Vapid } from './read-vapid.ts'

/** What the service said; `status` 0 where nothing came, or nothing could be sent. */
export type PushAnswer = { status: number; retryAfter: string | undefined; body: string; isUnsendable?: true }
type Push = { host: PushHost; token: PushToken; text: string; options: PushOptions; vapid: Vapid; timeoutMs: number }

const bodyBytesMax = 4096

/** Encrypted and signed by the library, sent by us: it has no limit for the whole time and the size of an answer. */
export async function postPush({ host, token, text, options, vapid, timeoutMs }: Push): Promise<PushAnswer> {
  const { default: webPush } = await import('web-push')
  let details
  try {
    details = webPush.generateRequestDetails({ endpoint: new URL(token.endpoint).href, keys: token.keys }, text, {
      vapidDetails: vapid,
      TTL: options.ttlSeconds,
      urgency: options.urgency,
      contentEncoding: 'aes128gcm',
      ...(options.topic ? { topic: options.topic } : {}),
    })
  } catch {
    // Keys that are no keys: no browser made this subscription.
    return { ...nothing, isUnsendable: true }
  }
  const { headers, body } = details
  return new Promise((resolve) => {
    const failed = () => resolve(nothing)
    const signal = AbortSignal.timeout(timeoutMs)
    const asked = request(token.endpoint, { method: 'POST', headers, agent: host.agent, signal }, (answer) => {
      const status = answer.statusCode ?? 0
      const retryAfter = answer.headers['retry-after']
      let said = ''
      const done = () => resolve({ status, retryAfter, body: said })
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        said += piece
        if (said.length > bodyBytesMax) answer.destroy()
      })
      // Whatever becomes of the rest, the status has been said.
      answer.on('close', done)
      answer.on('error', done)
    })
    asked.on('error', failed)
    asked.end(body)
  })
}

const nothing: PushAnswer = { status: 0, retryAfter: undefined, body: '' }
