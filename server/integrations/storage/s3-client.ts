import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { guardedFetch } from '../guard/guarded-fetch.ts'
import { allowHost } from '../guard/allowed-hosts.ts'
import { StorageUnavailableError } from '../storage-error.ts'
import type { Breaker } from './create-breaker.ts'
import { textOf } from './read-xml.ts'

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  body?: Uint8Array | string
}
type Credentials = { accessKeyId: string; secretAccessKey: string; region: string }
export type S3Response = { status: number; headers: Headers; body: Buffer }
/** Timeouts for the response headers and for the transfer. */
export type Timeouts = {
  answerMs: number
  bodyMs: number
  attempts: number
  /** How long the breaker stays open. */ openMs?: number
}

const firstPauseMs = 100
/** Many times the largest picture. */
const bytesMax = 128 * 1024 * 1024
/** Unavailable or overloaded: a retry can succeed. */
const isTemporary = (status: number) => status === 429 || status >= 500

/**
 * A client for signed S3 requests. All of them are idempotent, so temporary failures are retried with exponential backoff and jitter.
 * Every failure except 404 becomes StorageUnavailableError.
 */
export function createS3Client(bucketUrl: string, credentials: Credentials, breaker: Breaker, timeouts: Timeouts) {
  const fetch = guardedFetch({ allow: allowHost(bucketUrl) })
  /** The server's clock skew: requests stay valid when this machine's clock is wrong. */
  let clockSkewMs = 0

  async function sendOnce({ method, url, headers = {}, body = '' }: S3Request): Promise<S3Response> {
    const datetime = new Date(Date.now() + clockSkewMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
    // Signs the body's checksum too: a body that changes in transit is rejected.
    const toSign = { ...headers, 'x-amz-content-sha256': sha256(body) }
    const signed = await new AwsV4Signer({ ...credentials, service: 's3', method, url: url.href, headers: toSign, datetime }).sign()
    const isRead = method === 'GET' || method === 'HEAD'
    const response = await fetch(url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(isRead ? {} : { body }),
      answerMs: isRead ? timeouts.answerMs : timeouts.bodyMs,
      timeoutMs: (isRead ? timeouts.answerMs : timeouts.bodyMs) + timeouts.bodyMs,
      bytesMax,
    })
    const sum = response.headers.get('x-amz-meta-sha256')
    if (sum && method === 'GET' && sum !== sha256(response.body))
      throw Object.assign(new Error('the checksum of the response does not match'), { code: 'ChecksumMismatch' })
    return response
  }

  return async function send(request: S3Request): Promise<S3Response> {
    for (let attempt = 1; ; attempt++) {
      if (!breaker.mayTry()) throw new StorageUnavailableError('CircuitOpen', 'the storage failed repeatedly a moment ago')
      const isLast = attempt >= timeouts.attempts
      const response = await sendOnce(request).catch((error: unknown) => toUnavailableError(error))
      if (response instanceof StorageUnavailableError) {
        breaker.failed()
        // After a timeout fail instead of making the caller wait again.
        if (isLast || response.code === 'TimeoutError') throw response
      } else if (isTemporary(response.status)) {
        breaker.failed()
        if (isLast) throw toStorageError(response)
      } else {
        breaker.succeeded()
        if (response.status < 300 || response.status === 404) return response
        const error = toStorageError(response)
        if (error.code !== 'RequestTimeTooSkewed' || isLast) throw error
        clockSkewMs = Date.parse(response.headers.get('date') ?? '') - Date.now() || 0
      }
      await sleep(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

export type S3Client = ReturnType<typeof createS3Client>

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The error in a response, with its details. */
export function toStorageError({ status, headers, body }: S3Response): StorageUnavailableError {
  const text = body.toString('utf8')
  const code = textOf(text, 'Code') ?? `status-${status}`
  const region = textOf(text, 'Region') ?? headers.get('x-amz-bucket-region')
  return new StorageUnavailableError(code, `the storage answered ${status} ${code}`, region ? { cause: { region } } : {})
}

/** A host with two addresses fails with one error for each. */
function toUnavailableError(error: unknown): StorageUnavailableError {
  return new StorageUnavailableError(codeOf(error), 'the storage does not answer', { cause: error })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause ? codeOf(error.cause) : error.name
}
