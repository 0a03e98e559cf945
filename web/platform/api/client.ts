import type { EndpointName } from '#contract/addresses.ts'
import { visitorAddresses } from '#contract/visitor-addresses.ts'
import type { ApiOf, Refused } from '#contract/api.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { readKeys, spellPath } from '#contract/product.ts'
import { filled } from './fill-address.ts'
import { unanswered } from './unanswered.ts'

type Parts = { params?: Record<string, string | number | undefined>; query?: Record<string, string | number | undefined>; input?: unknown }

type Needs<A> = { slug: string; fetch?: typeof globalThis.fetch; addresses?: A }

/**
 * The contract from a browser: the same `call` that loaders use in process, over HTTP. A refusal is thrown as data. It knows
 * the calls it is given addresses for: a visitor's, where nothing is said.
 */
export function createClient<A extends Partial<Record<EndpointName, string>> = typeof visitorAddresses>({
  slug,
  fetch = globalThis.fetch,
  addresses,
}: Needs<A>): ApiOf<keyof A & EndpointName> {
  const known: Record<string, string> = addresses ?? visitorAddresses
  async function call(name: string, parts: Parts = {}): Promise<unknown> {
    const response = await fetch(...requestFor(known[name] ?? '', parts, slug)).catch(() => {
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
  return { call: call as ApiOf<keyof A & EndpointName>['call'] }
}

function requestFor(address: string, { params = {}, query = {}, input }: Parts, slug: string): [string, RequestInit] {
  const [method = 'GET'] = address.split(' ')
  const search = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))
  const path = spellPath(filled(address, params), slug)
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
