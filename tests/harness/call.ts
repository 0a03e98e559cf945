import { addresses, type EndpointName } from '#contract/addresses.ts'
import type { Api, Refused } from '#contract/api.ts'
import { readKeys, spellPath } from '#contract/product.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; input?: unknown }

/** The contract's calls over HTTP as a client makes them. Refusals are thrown as data; files and redirects come as they are. */
export function callsOver(ask: Ask, slug: string): Api['call'] {
  // The schemas of the answer are the server's promise; what comes back is compared by the tests themselves.
  return (async (name: EndpointName, parts: Parts = {}) => {
    const answer = await ask(...requestFor(name, parts, slug))
    const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '')
    if (answer.status >= 400)
      throw { problem: isJson ? await answer.json() : { status: answer.status, title: await answer.text() } } satisfies Refused
    return isJson ? readKeys(await answer.json(), slug) : answer
  }) as Api['call']
}

function requestFor(name: EndpointName, { params = {}, query = {}, input }: Parts, slug: string): [string, RequestInit] {
  const [method = 'GET', path = ''] = addresses[name].split(' ')
  const filled = spellPath(path, slug).replace(/\/:(\w+)\??/g, (_, part: string) =>
    params[part] === undefined ? '' : `/${encodeURIComponent(String(params[part]))}`,
  )
  const asked = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))
  const body = input === undefined ? {} : { body: JSON.stringify(input), headers: { 'content-type': 'application/json', 'x-csrf': '1' } }
  return [asked.size > 0 ? `${filled}?${asked}` : filled, { method, ...body }]
}
