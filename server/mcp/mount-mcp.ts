import type { Hono } from 'hono'
import { z } from 'zod'
import type { Limit } from '#contract/endpoint.ts'
import { apiInProcess } from '#server/http/calls/api-in-process.ts'
import type { CallerOf, Handlers } from '#server/http/calls/mount.ts'
import { methodNotAllowed } from '#server/http/calls/mount-calls.ts'
import { readJson } from '#server/http/calls/read-body.ts'
import { readWithCaller } from '#server/http/calls/read-with-caller.ts'
import type { FrontEnv } from '#server/http/front-env.ts'
import type { Limits } from '#server/http/limits/limits.ts'
import { isNavigation } from '#server/http/pages/error-page.ts'
import { takePerAddress } from '#server/http/limits/per-address.ts'
import { asProblem } from '#server/http/problems/as-problem.ts'
import { problem, problemResponse } from '#server/http/problems/problem.ts'
import { visitorOf } from '#server/http/visitor.ts'
import type { Log } from '#server/integrations/log.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import { asError } from './as-result.ts'
import { openServer } from './open-server.ts'

type Deps = {
  handlers: Handlers
  keyCallerOf: CallerOf
  limits: Limits
  log: Log
  slowBodyMs: number
  settings: { productName: string; publicUrl: string; trustProxy: boolean }
}

export const mcpPerMinute: Limit = { per: 'key', count: 120, windowSeconds: 60 }
/** Pages of the list and contacts together: plenty for a person's day, too few to copy the contacts of a large card. */
export const contactsPerDay: Limit = { per: 'keys', count: 300, windowSeconds: 86_400 }

/** Asks for a stream of changes, of which there are none. */
const Listen = z.object({ method: z.literal('subscriptions/listen'), id: z.union([z.string(), z.number()]) })

/**
 * The Model Context Protocol for AI assistants. By its version of 2026-07-28 each request stands alone and brings an API key; requests of
 * older clients are answered one by one too. What HTTP refuses is a problem; everything else is an error of JSON-RPC or of the tool.
 */
export function mountMcp(front: Hono<FrontEnv>, { handlers, keyCallerOf, limits, log, slowBodyMs, settings }: Deps) {
  const { origin } = new URL(settings.publicUrl)
  const version = readProductVersion()

  front.all('/mcp', async (context, next) => {
    const { raw: request, method } = context.req
    // A card may have had this alias before it was reserved.
    if (method !== 'POST' && isNavigation(request)) return next()
    if (method !== 'POST') return methodNotAllowed(context, ['POST'])
    context.set('place', 'mcp')
    // Compared with the public address, not with the request's host, which a foreign page chooses by DNS rebinding.
    if ((request.headers.get('origin') ?? origin) !== origin) throw problem('not-allowed')
    const visitor = visitorOf(request, context.env, settings.trustProxy)
    const key = await keyCallerOf(request)
    throwIfLimited(
      await (key.kind === 'key' ? limits.take('mcp', key.keyId, mcpPerMinute) : takePerAddress(limits, 'mcp', visitor, mcpPerMinute)),
    )
    if (key.kind !== 'key') return keyInvalid(context.get('requestId'))

    const read = () => readJson(request)
    const { body, caller } = await readWithCaller(key, () => keyCallerOf(request), read, slowBodyMs)
    if (Array.isArray(body)) throw problem('bad-request', { detail: 'Send one message per request; batches aren’t supported.' })
    const listen = Listen.safeParse(body).data
    if (listen) return context.json({ jsonrpc: '2.0', id: listen.id, error: { code: -32601, message: 'Method not found' } }, 404)

    const server = await openServer({
      product: { name: settings.productName, version },
      publicUrl: settings.publicUrl,
      api: apiInProcess({ handlers, request, caller, visitor, dependsOn: () => {}, setCookie: () => {} }),
      countContacts: async () => throwIfLimited(await limits.take('mcp contacts', key.subjectIds[0] ?? '', contactsPerDay)),
      onError(error) {
        const known = asProblem(error)
        if (!known) log.error('unexpected', { id: context.get('requestId'), place: 'mcp', error })
        return asError(known ?? problem('unexpected'))
      },
    })
    return server.fetch(request, { parsedBody: body })
  })
}

function keyInvalid(requestId: string): Response {
  const response = problemResponse(problem('key-invalid'), requestId)
  response.headers.set('www-authenticate', 'Bearer')
  return response
}

function throwIfLimited(retryAfterSeconds: number) {
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
}
