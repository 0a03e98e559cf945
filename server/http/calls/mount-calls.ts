import type { Context, Hono } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { answerEndpoint, type CallDeps } from './answer-endpoint.ts'
import { problem, problemResponse } from '../problems/problem.ts'
import { isNavigation } from '../pages/refusal-page.ts'
import type { FrontEnv } from '../front-env.ts'
import { visitorOf } from '../visitor.ts'

type MountNeeds = { deps: CallDeps; trustProxy: boolean }

/** Mounts every call of the contract at its address; 405 for an undeclared method. */
export function mountCalls(front: Hono<FrontEnv>, { deps, trustProxy }: MountNeeds) {
  for (const [path, calls] of Object.entries(byPath(deps.slug))) {
    front.all(path, async (context) => {
      const request = context.req.raw
      const endpoint = calledBy(request.method, calls)
      if (!endpoint) return wrongMethod(context, calls)
      context.set('place', endpoint.name)
      if (endpoint.refusesWith) context.set('refusesWith', endpoint.refusesWith)
      return answerEndpoint(endpoint, deps, {
        request,
        params: context.req.param(),
        visitor: visitorOf(request, context.env, trustProxy),
        caller: await deps.callerOf(request),
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
  return refuseMethod(
    context,
    calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  )
}

/** 405 with an Allow header; OPTIONS gets that header without an error. */
export function refuseMethod(context: Context<FrontEnv>, methods: readonly string[]): Response {
  // A call's address in the browser's address bar: there is no page.
  if (context.req.method === 'GET' && isNavigation(context.req.raw)) throw problem('not-found')
  const declared = [...new Set(methods)]
  const allow = [...declared, 'OPTIONS'].join(', ')
  if (context.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const refusal = problemResponse(problem('method-not-allowed', { detail: `Use ${declared.join(' or ')}.` }), context.get('requestId'))
  refusal.headers.set('allow', allow)
  return refusal
}
