import type { GuardedFetch } from '../guard/guarded-fetch.ts'
import type { PushOptions, PushToken } from '../web-push.ts'
import type { Vapid } from './read-vapid.ts'

/** The service’s response; `status` is 0 without a response, or if nothing could be sent. */
export type PushResponse = { status: number; retryAfter: string | undefined; body: string; isUnsendable?: true }
type Push = { fetch: GuardedFetch; token: PushToken; text: string; options: PushOptions; vapid: Vapid; timeoutMs: number }

const bodyBytesMax = 4096

/** The library encrypts and signs; we send, because it limits neither total time nor response size. */
export async function sendPush({ fetch, token, text, options, vapid, timeoutMs }: Push): Promise<PushResponse> {
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
    // Invalid keys: not from a browser.
    return { ...noResponse, isUnsendable: true }
  }
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
  const limits = { timeoutMs, bytesMax: bodyBytesMax, isStatusEnough: true }
  try {
    const { status, headers: responseHeaders, body } = await fetch(url, { method: 'POST', headers, body: details.body ?? '', ...limits })
    return { status, retryAfter: responseHeaders.get('retry-after') ?? undefined, body: body.toString('utf8') }
  } catch {
    return noResponse
  }
}

const noResponse: PushResponse = { status: 0, retryAfter: undefined, body: '' }
