import { addressOf, pathTo } from '#common/path-to.ts'
import type { EndpointName } from '#contract/addresses.ts'
import type { Api, ThrownProblem } from '#contract/api.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { readKeys, spellPath } from '#contract/product.ts'

type Parts = { params?: Record<string, string | number | undefined>; query?: Record<string, string | number | undefined>; input?: unknown }

type Deps = { slug: string; fetch?: typeof globalThis.fetch }

/** Window event: a call got no answer. */
export const unanswered = 'call-unanswered'

/**
 * The contract over HTTP, with the same `call` that loaders use in process. Errors are thrown as data; without a response of the server
 * they have no title.
 */
export function createClient({ slug, fetch = globalThis.fetch }: Deps): Api {
  async function call(name: EndpointName, parts: Parts = {}): Promise<unknown> {
    const response = await fetch(...requestFor(name, parts, slug)).catch(() => {
      // A worker has no listener.
      globalThis.dispatchEvent?.(new Event(unanswered))
      throw refused({ type: '/problems/unavailable', status: 503, title: '' })
    })
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    if (!response.ok) {
      // Calls that fail by a flag carry no status in the body.
      throw refused({
        status: response.status,
        ...(isJson ? await response.json() : { type: '/problems/unexpected', title: '' }),
      })
    }
    return isJson ? readKeys(await response.json(), slug) : response
  }
  // The contract's types are the server's promise; the browser carries no schemas to check them with.
  return { call: call as Api['call'] }
}

function requestFor(name: EndpointName, { params = {}, query = {}, input }: Parts, slug: string): [string, RequestInit] {
  const [method = 'GET'] = addressOf(name).split(' ')
  const search = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))
  const path = spellPath(pathTo(name, params), slug)
  // Against CSRF: another site cannot send a custom header.
  const headers = { 'x-csrf': '1', ...(input === undefined ? {} : { 'content-type': 'application/json' }) }
  return [
    search.size > 0 ? `${path}?${search}` : path,
    { method, headers, ...(input === undefined ? {} : { body: JSON.stringify(input) }) },
  ]
}

function refused(problem: ProblemBody): ThrownProblem {
  return { problem }
}
