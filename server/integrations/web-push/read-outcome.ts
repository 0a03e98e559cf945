import type { PushOutcome } from '../web-push.ts'
import type { PushAnswer } from './post-push.ts'

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
