import type { GuardedFetch } from './guarded-fetch.ts'

/** The guarded client with the interface of `fetch`, for packages that take one. */
export function asFetch(guarded: GuardedFetch, limits: { timeoutMs: number; bytesMax: number }): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const reply = await guarded(new URL(request.url), {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body ? { body } : {}),
      signal: request.signal,
      ...limits,
    })
    const { status, headers } = reply
    return new Response(hasNoBody(status) ? null : new Uint8Array(reply.body), { status, headers })
  }
}

/** Statuses without a body, by the Fetch standard. */
const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304
