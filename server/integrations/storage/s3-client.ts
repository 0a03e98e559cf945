import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { guardedFetch } from '../guard/guarded-fetch.ts'
import { whomAt } from '../guard/whom.ts'
import { StorageAway } from '../storage-away.ts'
import type { Breaker } from './create-breaker.ts'
import { textOf } from './read-xml.ts'

export type Asked = { method: 'GET' | 'HEAD' | 'PUT' | 'POST'; url: URL; headers?: Record<string, string>; body?: Uint8Array | string }
type Credentials = { accessKeyId: string; secretAccessKey: string; region: string }
export type Answered = { status: number; headers: Headers; body: Buffer }
/** Timeouts for the response headers and for the transfer. */
export type Patience = {
  answerMs: number
  bodyMs: number
  attempts: number
  /** How long the breaker stays open. */ restMs?: number
}

const firstPauseMs = 100
/** Many times the largest picture. */
const bytesMax = 128 * 1024 * 1024
/** Unavailable or overloaded: a retry can succeed. */
const passing = (status: number) => status === 429 || status >= 500

/**
 * A client for signed S3 requests. All of them are idempotent, so temporary failures are retried with exponential backoff and jitter.
 * Every failure except 404 becomes StorageAway.
 */
export function createS3Client(bucketUrl: string, credentials: Credentials, breaker: Breaker, patience: Patience) {
  const fetch = guardedFetch({ whom: whomAt(bucketUrl) })
  /** The server's clock skew: requests stay valid when this machine's clock is wrong. */
  let aheadMs = 0

  async function once({ method, url, headers = {}, body = '' }: Asked): Promise<Answered> {
    const datetime = new Date(Date.now() + aheadMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
    // Signs the body's checksum too: a body that changes in transit is rejected.
    const toSign = { ...headers, 'x-amz-content-sha256': sha256(body) }
    const signed = await new AwsV4Signer({ ...credentials, service: 's3', method, url: url.href, headers: toSign, datetime }).sign()
    const brings = method === 'GET' || method === 'HEAD'
    const answered = await fetch(url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(brings ? {} : { body }),
      answerMs: brings ? patience.answerMs : patience.bodyMs,
      timeoutMs: (brings ? patience.answerMs : patience.bodyMs) + patience.bodyMs,
      bytesMax,
    })
    const sum = answered.headers.get('x-amz-meta-sha256')
    if (sum && method === 'GET' && sum !== sha256(answered.body))
      throw Object.assign(new Error('what came is not what was put'), { code: 'ChecksumMismatch' })
    return answered
  }

  return async function ask(asked: Asked): Promise<Answered> {
    for (let attempt = 1; ; attempt++) {
      if (!breaker.mayTry()) throw new StorageAway('Resting', 'the storage did not answer a moment ago')
      const isLast = attempt >= patience.attempts
      const answered = await once(asked).catch((error: unknown) => asAway(error))
      if (answered instanceof StorageAway) {
        breaker.failed()
        // After a timeout fail instead of making the caller wait again.
        if (isLast || answered.code === 'TimeoutError') throw answered
      } else if (passing(answered.status)) {
        breaker.failed()
        if (isLast) throw refusalOf(answered)
      } else {
        breaker.answered()
        if (answered.status < 300 || answered.status === 404) return answered
        const refusal = refusalOf(answered)
        if (refusal.code !== 'RequestTimeTooSkewed' || isLast) throw refusal
        aheadMs = Date.parse(answered.headers.get('date') ?? '') - Date.now() || 0
      }
      await wait(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

export type S3Client = ReturnType<typeof createS3Client>

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The error in a response, with its details. */
export function refusalOf({ status, headers, body }: Answered): StorageAway {
  const said = body.toString('utf8')
  const code = textOf(said, 'Code') ?? `status-${status}`
  const region = textOf(said, 'Region') ?? headers.get('x-amz-bucket-region')
  return new StorageAway(code, `the storage answered ${status} ${code}`, region ? { cause: { region } } : {})
}

/** A host with two addresses fails with one error for each. */
function asAway(error: unknown): StorageAway {
  return new StorageAway(codeOf(error), 'the storage does not answer', { cause: error })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause ? codeOf(error.cause) : error.name
}
