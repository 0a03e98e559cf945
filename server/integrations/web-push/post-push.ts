import type { GuardedFetch } from '../guard/guarded-fetch.ts'
import type { PushOptions, PushToken } from '../web-push.ts'
import type { Vapid } from './read-vapid.ts'

/** What the service said; `status` 0 where nothing came, or nothing could be sent. */
export type PushAnswer = { status: number; retryAfter: string | undefined; body: string; isUnsendable?: true }
type Push = { fetch: GuardedFetch; token: PushToken; text: string; options: PushOptions; vapid: Vapid; timeoutMs: number }

const bodyBytesMax = 4096

/** Encrypted and signed by the library, sent by us: it has no limit for the whole time and the size of an answer. */
export async function postPush({ fetch, token, text, options, vapid, timeoutMs }: Push): Promise<PushAnswer> {
  const { default: webPush } = await import('web-push')
  const url = new URL(token.endpoint)
  let details
  try {
    details = webPush.generateRequestDetails({ endpoint: url.href, keys: token.keys }, text, {
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
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
  const limits = { timeoutMs, bytesMax: bodyBytesMax, isStatusEnough: true }
  try {
    const { status, headers: said, body } = await fetch(url, { method: 'POST', headers, body: details.body ?? '', ...limits })
    return { status, retryAfter: said.get('retry-after') ?? undefined, body: body.toString('utf8') }
  } catch {
    return nothing
  }
}

const nothing: PushAnswer = { status: 0, retryAfter: undefined, body: '' }
