import { escapeHtml } from '#server/common/escape-html.ts'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { plainPage } from '../pages/html.ts'
import { mustHaveCsrf } from '../security/check-csrf.ts'
import { codesOf } from './codes-of.ts'
import { problemsOf } from './problems-of.ts'
import { exampleBodies } from './example-bodies.ts'

type Entry = { endpoint: Endpoint; group: string; words: string; html: string }

/** The groups by the first part of a call's name; that for programs comes first. */
const groups: Record<string, string> = {
  v1: 'For programs, with an API key',
  cards: 'Cards',
  contacts: 'Contacts',
  accounts: 'Accounts',
  restore: 'Restore during setup',
  visits: 'Visits',
  reviews: 'Reviews',
  links: 'Short links',
  media: 'Images',
  connections: 'Connections',
  accessKeys: 'API keys',
  billing: 'Billing',
  push: 'Notifications',
  inbox: 'Inbox',
  releases: 'Releases',
  privacy: 'Privacy',
  abuse: 'Reports',
  admin: 'Administration',
  api: 'Availability',
}

const variables =
  '<p class="quiet">In the examples, <code>CARTE</code> is the address of this site with <code>/api/v1</code>, and <code>KEY</code> is <code>Authorization: Bearer</code> with a key from the page Connections.</p>'

/** The API reference: every call, grouped, or those in which all the words of a search occur. */
export function createReference({ productName, productSlug }: { productName: string; productSlug: string }) {
  const entries = Object.values<Endpoint>(endpoints).map((endpoint): Entry => {
    const path = spellPath(endpoint.path, productSlug)
    const group = endpoint.name.split('.')[0] ?? ''
    const words = `${endpoint.name} ${endpoint.method} ${path} ${endpoint.summary} ${groups[group]}`.toLowerCase()
    return { endpoint, group, words, html: article(endpoint, path, productSlug) }
  })
  const name = escapeHtml(productName)

  return (search = '') => {
    const wanted = search.toLowerCase().split(/\s+/)
    const found = entries.filter(({ words }) => wanted.every((word) => words.includes(word)))
    const inGroups = Object.entries(groups)
      .map(([group, title]) => ({ group, title, calls: found.filter((entry) => entry.group === group) }))
      .filter(({ calls }) => calls.length > 0)
    const contents = inGroups.map(({ group, title, calls }) => `<li><a href="#${group}">${title}</a> ${calls.length}</li>`).join('')
    const sections = inGroups.map(
      ({ group, title, calls }) =>
        `<section><h2 id="${group}">${title}</h2>${group === 'v1' ? variables : ''}${calls.map(({ html }) => html).join('')}</section>`,
    )
    const none = `<p>No call has these words. <a href="/reference">Show all calls</a></p>`
    return plainPage({
      title: `${productName} | Reference`,
      body:
        `<h1>${name} reference</h1><p class="quiet">Every API call. For programs: <a href="/openapi.json">openapi.json</a>.</p>` +
        `<form role="search" action="/reference"><label for="search">Search</label> <input id="search" name="search" type="search" maxlength="100" value="${escapeHtml(search)}"> <button>Search</button></form>` +
        (contents ? `<nav aria-label="Groups"><ul class="contents">${contents}</ul></nav>` : none) +
        sections.join(''),
    })
  }
}

function article(endpoint: Endpoint, path: string, slug: string): string {
  const { name, method, summary, limit, input, output } = endpoint
  const tags = [
    accessTag(endpoint),
    ...[limit ?? []].flat().map(({ count, windowSeconds, per }) => `${count} in ${windowSeconds} s per ${per}`),
  ]
  const problems = problemsOf(endpoint).map((problem) => `<a href="/problems/${problem}">${problem}</a>`)
  const codes = codesOf(endpoint).join(', ')
  return (
    `<article id="${name}"><h3>${escapeHtml(summary)}</h3><p><code>${method} ${escapeHtml(path)}</code></p>` +
    `<p>${tags.map((tag) => `<span class="tag">${tag}</span>`).join('')}</p>` +
    (endpoint.access === 'key' ? `<pre>${escapeHtml(curl(endpoint))}</pre>` : '') +
    `<p class="quiet">Problems: ${problems.join(', ')}.</p>` +
    (codes ? `<p class="quiet">Codes of errors: ${codes}.</p>` : '') +
    spellPath(shape('Input', input, 'input') + shape('Output', output instanceof z.ZodType ? output : undefined, 'output'), slug) +
    `</article>`
  )
}

/** As in docs/api.md, with the same variables. */
function curl({ name, method, path }: Endpoint): string {
  const body = exampleBodies[name]
  const sent = body ? ` --json '${JSON.stringify(body)}'` : ''
  const verb = method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`
  return `curl -H "$KEY"${sent}${verb} "$CARTE${path.replace('/api/v1', '').replace(':id', '$ID')}"`
}

function accessTag(endpoint: Endpoint): string {
  const { access, scope } = endpoint
  if (access === 'key') return `key, ${scope}`
  return mustHaveCsrf(endpoint) ? `${access}, X-CSRF: 1` : access
}

function shape(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}
