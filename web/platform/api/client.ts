import { addressOf, pathTo } from '#common/path-to.ts'
import type { EndpointName } from '#contract/addresses.ts'
import type { Api, Refused } from '#contract/api.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { readKeys, spellPath } from '#contract/product.ts'
import { unanswered } from './unanswered.ts'

type Parts = { params?: Record<string, string | number | undefined>; query?: Record<string, string | number | undefined>; input?: unknown }

type Needs = { slug: string; fetch?: typeof globalThis.fetch }

/** The contract from a browser: the same `call` that loaders use in process, over HTTP. A refusal is thrown as data. */
export function createClient({ slug, fetch = globalThis.fetch }: Needs): Api {
  async function call(name: EndpointName, parts: Parts = {}): Promise<unknown> {
    const response = await fetch(...requestFor(name, parts, slug)).catch(() => {
      // Only a page has somebody who listens.
      globalThis.dispatchEvent?.(new Event(unanswered))
      throw refused({ type: '/problems/unavailable', status: 503, title: 'No answer came back.' })
    })
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    if (!response.ok) {
      // Calls that refuse by a flag say no status of their own.
      throw refused({
        status: response.status,
        ...(isJson ? await response.json() : { type: '/problems/unexpected', title: response.statusText }),
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
  // A header of our own: another site cannot send it in the owner's name.
  const headers = { 'x-csrf': '1', ...(input === undefined ? {} : { 'content-type': 'application/json' }) }
  return [
    search.size > 0 ? `${path}?${search}` : path,
    { method, headers, ...(input === undefined ? {} : { body: JSON.stringify(input) }) },
  ]
}

function refused(problem: ProblemBody): Refused {
  return { problem }
}
