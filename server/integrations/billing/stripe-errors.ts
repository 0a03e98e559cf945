import { ZodError } from 'zod'
import { ProviderError } from '../billing.ts'

type StripeErrorInfo = { type: string; statusCode?: number; code?: string; param?: string; requestId?: string }

/**
 * Converts any failure. Leaves Stripe’s message out, which may repeat a key, an email address or a name; the request id is enough
 * to find it in Stripe’s log.
 */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  // An object that differs from its schema. The answer as a whole was fine, so others can be read.
  if (error instanceof ZodError) return new ProviderError('unreadable', 'stripe-unreadable')
  const issue = readStripeError(error)
  if (!issue) return new ProviderError('unavailable', 'stripe-unreadable')
  const { type, statusCode = 0, code, param, requestId } = issue
  // 409: the same request is in progress.
  const isUnavailable =
    statusCode === 409 || statusCode === 429 || statusCode >= 500 || type === 'StripeConnectionError' || type === 'StripeAPIError'
  const parts = [type, code, param, requestId].filter((part) => part !== undefined && part !== '')
  return new ProviderError(isUnavailable ? 'unavailable' : 'rejected', parts.join(' '))
}

/** Errors of Stripe’s package have a type; anything else is an unexpected response. */
export function readStripeError(error: unknown): StripeErrorInfo | null {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null
  const issue: StripeErrorInfo = { type: error.type }
  if ('statusCode' in error && typeof error.statusCode === 'number') issue.statusCode = error.statusCode
  for (const name of ['code', 'param', 'requestId'] as const) {
    const value: unknown = name in error ? error[name as keyof typeof error] : undefined
    if (typeof value === 'string') issue[name] = value
  }
  return issue
}

export const isMissing = (error: unknown) =>
  readStripeError(error)?.code === 'resource_missing' && readStripeError(error)?.statusCode === 404

/** True if Stripe failed, rather than rejected the request. */
export function isDown(error: unknown): boolean {
  const { type, statusCode = 0 } = readStripeError(error) ?? { type: '' }
  return type === 'StripeConnectionError' || statusCode === 429 || statusCode >= 500
}
