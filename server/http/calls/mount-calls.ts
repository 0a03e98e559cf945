import type { Context, Hono } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { answerEndpoint, callerOfEndpoint, type CallDeps } from './answer-endpoint.ts'
import { problem, problemResponse } from '../problems/problem.ts'
import { isNavigation } from '../pages/error-page.ts'
import { keyHeaders } from '../limits/limit-calls.ts'
import type { FrontEnv } from '../front-env.ts'
import { visitorOf } from '../visitor.ts'

type MountDeps = { deps: CallDeps; trustProxy: boolean }

/** Mounts every call of the contract at its address; 405 for an undeclared method. */
export function mountCalls(front: Hono<FrontEnv>, { deps, trustProxy }: MountDeps) {
  for (const [path, calls] of Object.entries(byPath(deps.slug))) {
    front.all(path, async (context) => {
      const request = context.req.raw
      const endpoint = calledBy(request.method, calls)
      if (!endpoint) return wrongMethod(context, calls)
      context.set('place', endpoint.name)
      if (endpoint.errorFormat) context.set('errorFormat', endpoint.errorFormat)
      const caller = await callerOfEndpoint(endpoint, deps)(request)
      if (endpoint.access === 'key') context.set('keyHeaders', (status) => keyHeaders(endpoint, deps.limits, caller, status))
      return answerEndpoint(endpoint, deps, {
        request,
        params: context.req.param(),
        visitor: visitorOf(request, context.env, trustProxy),
        caller,
      })
    })
  }
}

function byPath(slug: string): Record<string, Endpoint[]> {
  const all = Object.values<Endpoint>(endpoints).map((endpoint) => ({ ...endpoint, path: spellPath(endpoint.path, slug) }))
  // With and without a trailing slash is the same address.
  return Object.groupBy(all, ({ path }) => path.replace(/\/$/, '')) as Record<string, Endpoint[]>
}

function calledBy(method: string, calls: readonly Endpoint[]): Endpoint | undefined {
  return calls.find((call) => call.method === method) ?? calls.find((call) => call.method === 'GET' && method === 'HEAD')
}

function wrongMethod(context: Context<FrontEnv>, calls: readonly Endpoint[]): Response {
  return methodNotAllowed(
    context,
    calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  )
}

/** 405 with an Allow header; OPTIONS gets that header without an error. */
export function methodNotAllowed(context: Context<FrontEnv>, methods: readonly string[]): Response {
  // A call's address in the browser's address bar: there is no page.
  if (context.req.method === 'GET' && isNavigation(context.req.raw)) throw problem('not-found')
  const declared = [...new Set(methods)]
  const allow = [...declared, 'OPTIONS'].join(', ')
  if (context.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const response = problemResponse(problem('method-not-allowed', { detail: `Use ${declared.join(' or ')}.` }), context.get('requestId'))
  response.headers.set('allow', allow)
  return response
}
