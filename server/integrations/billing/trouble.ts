import { ProviderTrouble } from '../billing.ts'

type StripeFault = { type: string; statusCode?: number; code?: string; param?: string; requestId?: string }

/**
 * Whatever went wrong, as one of two kinds. Stripe's own sentence stays out: it may repeat a key, a mail address or a name.
 * The request's id is enough to find it there.
 */
export function troubleOf(error: unknown): ProviderTrouble {
  if (error instanceof ProviderTrouble) return error
  const fault = faultOf(error)
  if (!fault) return new ProviderTrouble('away', 'stripe-unreadable')
  const { type, statusCode = 0, code, param, requestId } = fault
  // 409: the same is being done this moment.
  const isAway =
    statusCode === 409 || statusCode === 429 || statusCode >= 500 || type === 'StripeConnectionError' || type === 'StripeAPIError'
  const words = [type, code, param, requestId].filter((word) => word !== undefined && word !== '')
  return new ProviderTrouble(isAway ? 'away' : 'refused', words.join(' '))
}

/** What Stripe's package throws says its type; anything else is a mistake in reading what came. */
export function faultOf(error: unknown): StripeFault | null {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null
  const fault: StripeFault = { type: error.type }
  if ('statusCode' in error && typeof error.statusCode === 'number') fault.statusCode = error.statusCode
  for (const name of ['code', 'param', 'requestId'] as const) {
    const value: unknown = name in error ? error[name as keyof typeof error] : undefined
    if (typeof value === 'string') fault[name] = value
  }
  return fault
}

export const isMissing = (error: unknown) => faultOf(error)?.code === 'resource_missing' && faultOf(error)?.statusCode === 404

/** Whether it was Stripe that failed, rather than what was asked of it. */
export function isDown(error: unknown): boolean {
  const { type, statusCode = 0 } = faultOf(error) ?? { type: '' }
  return type === 'StripeConnectionError' || statusCode === 429 || statusCode >= 500
}
