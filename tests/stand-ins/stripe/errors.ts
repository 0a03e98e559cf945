/** A Stripe API error. */
export class StripeError extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string; decline_code?: string }

  constructor(status: number, error: StripeError['error']) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const badRequest = (message: string, param?: string, code?: string) =>
  new StripeError(400, { type: 'invalid_request_error', message, ...(param ? { param } : {}), ...(code ? { code } : {}) })

/** 404 for a missing object in the path, 400 for one in a parameter. */
export const missing = (kind: string, id: string, param = 'id') =>
  new StripeError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })

export function found<T>(map: Map<string, T>, kind: string, id: string | undefined, param?: string): T {
  const thing = map.get(id ?? '')
  if (!thing) throw missing(kind, id ?? '', param)
  return thing
}
